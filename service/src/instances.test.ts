import { type Devnet, startDevnet } from '@holdfast/devnet'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sign } from '../test/http.js'
import { newAccount, openService, randomHash, type ServiceStage } from '../test/serviceStage.js'
import { stores } from '../test/stores.js'

const { settings } = stores('postgres')
let devnet: Devnet
const stages: ServiceStage[] = []
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())
afterEach(async () => {
  for (const { service, forget } of stages.splice(0)) {
    await service.stop()
    await forget()
  }
})

test('behavior: two instances on one server are one service, also when the first one ends', async () => {
  const store = await settings()
  if (store.kind !== 'postgres') throw new Error('There is no server.')
  const [relayer, cosigner] = [generatePrivateKey(), generatePrivateKey()]
  const { address } = privateKeyToAccount(relayer)
  await devnet.primary.fund(address, 100_000_000n)
  const open = async (name: string) => {
    const env = { DATABASE_URL: store.url, INSTANCES: '2', INSTANCE_ID: name, ADDRESS_UNITS_PER_DAY: '3' }
    const stage = await openService(devnet, { relayer, cosigner, env })
    stages.push(stage)
    return stage
  }
  const [one, two] = [await open('one'), await open('two')]
  const client = createPublicClient({ transport: http(devnet.primary.rpcUrl) })
  const policy = {
    token: devnet.primary.usdc,
    owner: newAccount().address,
    vault: newAccount().address,
    cosigner: one.keys.cosigner,
    target: newAccount().address,
    maxAmount: '5000000',
    perPullMax: '0',
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    interval: 0,
    mode: 0,
  }
  const announce = { stealthAddress: newAccount().address, ephemeralPubKey: `0x03${randomHash().slice(2)}`, viewTag: 9 }
  const body = JSON.stringify({ salt: randomHash(), policy, announce })
  const path = '/api/relay/create'

  // One thing asked for at both, each with a signature of its own; and one signature at both.
  const account = newAccount()
  const headers = await sign(path, body, { account })
  const answers = await Promise.all([
    one.ask(path, body),
    two.ask(path, body),
    one.ask(path, body, { headers }),
    two.ask(path, body, { headers }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 401])
  expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [JSON.stringify(body)] : []))).size).toBe(1)
  expect(await client.getTransactionCount({ address })).toBe(2)

  // One quota: three seeds of one address, wherever it asks.
  const seeds = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      (place % 2 ? one : two).ask('/api/relay/gas', { to: newAccount().address }, { account: stranger }),
    ),
  )
  expect(seeds.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])

  // The same bytes from both, though one of them reads.
  const page = async (stage: ServiceStage) => (await stage.get('/api/announcements?limit=1')).body
  await expect.poll(async () => (await page(one)).nextBlock, { timeout: 10_000 }).not.toBe(null)
  await expect
    .poll(async () => JSON.stringify(await page(two)), { timeout: 10_000 })
    .toBe(JSON.stringify(await page(one)))

  await one.service.stop()
  const seed = await two.ask('/api/relay/gas', { to: newAccount().address })
  expect(seed.body).toMatchObject({ amount: '50000' })
  await expect
    .poll(async () => (await two.get(`/api/verified-recipients?sender=${address}`)).body.complete, { timeout: 10_000 })
    .toBe(true)
})

const stranger = newAccount()
