import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deployments } from '@holdfast/contracts'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { userOfBoth } from './acrossChains.js'
import type { Ended, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let service: ServiceStage
let user: User

beforeAll(async () => {
  stage = await startCliStage()
  service = await openService(stage.devnet)
  user = await stage.user()
  user.env.HOLDFAST_SERVICE_URL = service.service.url
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

const statusesOf = ({ json }: Ended) =>
  Object.fromEntries(
    json.result.checks.map(({ check, subject, status }: Record<string, string>) => [
      check === 'contract' ? subject : check,
      status,
    ]),
  )

const allWell = {
  endpoint: 'ok',
  clock: 'ok',
  explorer: 'ok',
  usdc: 'ok',
  permit2: 'ok',
  create2Factory: 'ok',
  ...Object.fromEntries(Object.keys(deployments[5042002]).map((name) => [name, 'ok'])),
  wallet: 'ok',
  service: 'ok',
}

describe('doctor', () => {
  test('default: everything works on a devnet, and each thing is reported', async () => {
    const found = await user.script('doctor')
    expect(statusesOf(found)).toEqual(allWell)
    expect(found.code).toBe(0)
    expect(found.json.result).toMatchObject({ chainId: 5042002, healthy: true })
    const wallet = found.json.result.checks.find(({ check }: { check: string }) => check === 'wallet')
    expect(wallet).toMatchObject({ subject: user.address, facts: { usdc: '1000000000', canPayGas: true } })
  })

  test('behavior: for a person, one line for each check', async () => {
    const { stdout, code } = await user.script('doctor', { json: false })
    expect(code).toBe(0)
    expect(stdout).toContain('Arc Testnet (5042002)')
    expect(stdout).toContain(`✓ wallet ${user.address} has 1000 USDC; gas is paid from them`)
    expect(stdout).toContain(`✓ contract transferContract is deployed at the address of its code`)
    expect(stdout).toContain('All that is needed works.')
  })

  test('behavior: without wallet and service these are not checked', async () => {
    const env = { HOLDFAST_PRIVATE_KEY: '', HOLDFAST_SERVICE_URL: '' }
    const { wallet, service, ...rest } = allWell
    expect(statusesOf(await user.script('doctor', { env }))).toEqual(rest)
  })

  test('behavior: an empty wallet is a warning that names the faucet', async () => {
    const found = await user.script('doctor --from 0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    expect(found.code).toBe(0)
    expect(statusesOf(found)).toEqual({ ...allWell, wallet: 'warning' })
    expect(JSON.stringify(found.json)).toContain('The faucet is https://')
  })

  test('behavior: the other chain of a devnet, with what `holdfast devnet` says to export', async () => {
    const found = await (await userOfBoth(stage)).script('doctor --chain 84532')
    expect(found.code).toBe(0)
    const names = Object.keys(deployments[84532])
    const { service, ...well } = { ...allWell, ...Object.fromEntries(names.map((name) => [name, 'ok'])) }
    expect(statusesOf(found)).toEqual({ ...well, explorer: 'warning' })
  })

  test('error: nothing answers', async () => {
    const found = await user.script('doctor --rpc http://127.0.0.1:9/secret-key --service http://127.0.0.1:9')
    expect(found.code).toBe(5)
    expect(statusesOf(found)).toEqual({ endpoint: 'failed', service: 'failed' })
    expect(found.json.result.healthy).toBe(false)
    expect(found.stdout + found.stderr).not.toContain('secret-key')
  })

  test('error: the endpoint serves another chain', async () => {
    const found = await user.script(`doctor --rpc ${stage.devnet.remote.rpcUrl}`)
    expect(found.code).toBe(5)
    expect(found.json.result.checks[0]).toMatchObject({
      check: 'endpoint',
      status: 'failed',
      means: 'serves chain 84532, not 5042002',
    })
  })

  test('error: the explorer lags', async () => {
    stage.devnet.faults.set({ explorer: { lagBlocks: 500 } })
    const lagging = await user.script('doctor')
    expect(lagging.code).toBe(5)
    expect(statusesOf(lagging)).toEqual({ ...allWell, explorer: 'failed' })
  })

  test('error: the clock is off, or a contract is missing', async () => {
    const chain = await startChain({ chainId: 5042002, blockAt: Math.floor(Date.now() / 1_000) + 3_600 })
    try {
      const found = await user.script(`doctor --rpc ${chain.url}`)
      expect(found.code).toBe(5)
      expect(statusesOf(found)).toMatchObject({
        endpoint: 'ok',
        clock: 'failed',
        usdc: 'failed',
        shieldVault: 'failed',
      })
      expect(JSON.stringify(found.json)).toContain('Put it there with `holdfast deploy`.')
    } finally {
      chain.server.close()
    }
  })
})

/** A chain without our contracts. */
async function startChain({ chainId, blockAt }: { chainId: number; blockAt: number }) {
  const quantity = (value: number) => `0x${value.toString(16)}`
  const answers: Record<string, unknown> = {
    eth_chainId: quantity(chainId),
    eth_blockNumber: '0x1',
    eth_getBlockByNumber: { number: '0x1', timestamp: quantity(blockAt), transactions: [] },
    eth_getCode: '0x',
    eth_getBalance: '0x0',
    eth_gasPrice: '0x1',
    eth_call: '0x',
  }
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, method } = JSON.parse(text)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? null }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
