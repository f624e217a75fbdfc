import { arcTestnetChain, planContracts } from '@holdfast/contracts'
import { startAnvil } from '@holdfast/testkit/plainChain'
import { type Address, createPublicClient, createTestClient, http } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

const { permit } = arcTestnetChain
const usdc: Address = '0x00000000000000000000000000000000000000aa'
const plan = planContracts({ usdc, permit })
const names = plan.map(({ name }) => name)

let stage: CliStage
let user: User
let anvil: Awaited<ReturnType<typeof startAnvil>>
let on: string
const node = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url) })

beforeAll(async () => {
  stage = await startCliStage()
  anvil = await startAnvil(['--chain-id', '31337'])
  on = `--chain 31337 --rpc ${anvil.url} --usdc ${usdc}`
  // Answers every call with 32 bytes, as a token answers `authorizationState`.
  for (const address of [usdc, permit]) await node().setCode({ address, bytecode: '0x60206000f3' })
  user = await stage.user()
})
afterAll(async () => {
  await anvil?.stop()
  await stage?.stop()
})

test('default: where everything is deployed nothing is asked and nothing sent', async () => {
  const shown = await user.script('deploy')
  expect(shown.code).toBe(0)
  expect(shown.json.result).toMatchObject({ chainId: 5042002, dryRun: false, gas: '0', fee: '0' })
  expect(shown.json.result.contracts.map(({ name }: { name: string }) => name)).toEqual(names)
  for (const one of shown.json.result.contracts) expect(one).toMatchObject({ wasThere: true, transactionHash: null })
})

test('behavior: a dry run, a refusal, a deployment, and a second one without harm, on an unknown chain', async () => {
  const dry = await user.script(`deploy --dry-run ${on}`, { env: { HOLDFAST_PRIVATE_KEY: '' } })
  expect(dry.code).toBe(0)
  expect(dry.json.result).toMatchObject({ chainId: 31337, dryRun: true })
  expect(dry.json.result.contracts).toEqual(
    plan.map(({ name, address }) => ({ name, address, wasThere: false, transactionHash: null })),
  )
  expect(BigInt(dry.json.result.gas)).toBeGreaterThan(5_000_000n)

  const poor = await user.script(`deploy --yes ${on}`)
  expect([poor.code, poor.json.error.code]).toEqual([4, 'insufficient_funds'])

  await node().setBalance({ address: user.address, value: 10n ** 18n })
  const unasked = await user.script(`deploy ${on}`)
  expect([unasked.code, unasked.json.error.code]).toEqual([6, 'nobody_to_ask'])
  const client = createPublicClient({ transport: http(anvil.url) })
  expect(await client.getTransactionCount({ address: user.address })).toBe(0)

  const person = user.type(`deploy ${on}`)
  await person.see('Deploy 7 contracts')
  await person.see('Go on?')
  person.answer('y')
  expect(await person.end()).toBe(0)
  for (const { name, address } of plan) {
    expect(person.screen()).toContain(`${address}  ${name}`)
    expect(await client.getCode({ address }), name).toBeDefined()
  }
  const { gas } = dry.json.result
  const spent = 10n ** 18n - (await client.getBalance({ address: user.address }))
  expect(spent).toBeGreaterThan(0n)
  expect(BigInt(gas)).toBeLessThan(20_000_000n)

  const again = await user.script(`deploy ${on}`)
  expect(again.code).toBe(0)
  expect(again.json.result.contracts.every(({ wasThere }: { wasThere: boolean }) => wasThere)).toBe(true)
  expect(await client.getTransactionCount({ address: user.address })).toBe(7)
})

test('error: without endpoint, without foundations', async () => {
  const nowhere = await user.script('deploy --chain 31338', { env: { HOLDFAST_RPC_URL: '' } })
  expect([nowhere.code, nowhere.json.error.code]).toEqual([2, 'no_endpoint'])
  const other = `--chain 31337 --rpc ${anvil.url}`
  const unnamed = await user.script(`deploy ${other}`)
  expect([unnamed.code, unnamed.json.error.code]).toEqual([4, 'cannot_deploy'])
  const absent = await user.script(`deploy ${other} --usdc ${user.address}`)
  expect(absent.json.error).toMatchObject({ code: 'cannot_deploy' })
  expect(absent.json.error.message).toContain(`where the USDC should be`)
})
