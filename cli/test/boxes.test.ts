import { ordinaryAccount } from '@holdfast/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openService, type ServiceStage } from '../../service/test/serviceStage.js'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let service: ServiceStage
let chain: ReturnType<typeof actOn>
const friend = ordinaryAccount().address

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
  service = await openService(stage.devnet)
  const known = `/api/verified-recipients?chainId=5042002&sender=${friend}`
  // Until it has read the chain, its firewall knows too little of anybody to sign.
  await vi.waitUntil(async () => (await service.get(known)).body.complete, { timeout: 30_000 })
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

/** Somebody with money, whose service is the one of this stage. */
async function user(): Promise<User> {
  const one = await stage.user()
  one.env.HOLDFAST_SERVICE_URL = service.service.url
  return one
}

describe.concurrent('box create and show', () => {
  test('a box of the wallet, and what the chain says of it', async () => {
    const alice = await user()
    const { json, code, stderr } = await alice.script(`box create ${friend} --cap 5 --expires 1d --yes`)
    expect(code, stderr + JSON.stringify(json)).toBe(0)
    expect(json.result).toMatchObject({
      ...{ chainId: 5042002, owner: alice.address, target: friend, maxAmount: '5000000', mode: 'push', interval: 0 },
      ...{ cosigner: service.keys.cosigner, payer: alice.address, announceTxHash: null, isBound: null, veto: null },
      txHash: expect.stringMatching(/^0x/),
    })
    const { result } = (await alice.script(`box show ${json.result.box}`, { env: { HOLDFAST_PRIVATE_KEY: '' } })).json
    expect(result).toMatchObject({
      ...{ box: json.result.box, status: 'active', target: friend, maxAmount: '5000000', spent: '0', balance: '0' },
      ...{ cosigner: service.keys.cosigner, serviceCosigner: service.keys.cosigner, expiry: json.result.expiry },
      ...{ nonce: '0', lastPull: null, warnings: [] },
    })
  })

  test('a stealth owner is announced before the box stands', async () => {
    const alice = await user()
    const { json, code, stderr } = await alice.script(
      `box create ${friend} --cap 5 --expires 1d --stealth --label rent --yes`,
    )
    expect(code, stderr + JSON.stringify(json)).toBe(0)
    expect(json.result.owner).not.toBe(alice.address)
    expect(json.result.announceTxHash).toMatch(/^0x/)
    const [announced, made] = await Promise.all(
      [json.result.announceTxHash, json.result.txHash].map((hash) => chain.reader.getTransactionReceipt({ hash })),
    )
    expect(announced?.blockNumber).toBeLessThanOrEqual(made?.blockNumber ?? 0n)
  })

  test('a box that is pulled from binds the payer', async () => {
    const alice = await user()
    const { json, code, stderr } = await alice.script(
      `box create ${friend} --cap 5 --expires 30d --mode pull --every 1h --per-pull 1 --yes`,
    )
    expect(code, stderr + JSON.stringify(json)).toBe(0)
    expect(json.result).toMatchObject({ mode: 'pull', isBound: true, interval: 3600, perPullMax: '1000000' })
    const shown = await alice.script(`box show ${json.result.box}`, { json: false })
    expect(shown.stdout).toContain('at most 1 USDC a pull, once in 1 hour')
  })
})
