import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Devnet, FIRST_BLOCK, startDevnet } from '@holdfast/devnet'
import { ask, sign } from '@holdfast/testkit/http'
import { lock } from '@holdfast/testkit/lock'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { newAccount, openService, randomHash, type ServiceStage, somePolicy } from '@holdfast/testkit/serviceStage'
import { seed, tiered } from '@holdfast/testkit/tier'
import pg from 'pg'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startMain } from '../test/mainProcess.js'
import { RawConnection } from '../test/RawConnection.js'
import { randomBytesOf, randomOf } from '../test/random.js'
import { createRequestSigner, type KeyHolder, type RequestSigner } from '../test/signer.js'
import { stores } from '../test/stores.js'

const { settings, server } = stores('postgres')
let devnet: Devnet
const stages: ServiceStage[] = []
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())
afterEach(async () => {
  devnet.faults.clear()
  for (const { service, forget } of stages.splice(0)) {
    await service.stop()
    await forget()
  }
})

test('behavior: two instances on one server act as one service, also after the first one ends', async () => {
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
  const policy = somePolicy(devnet.primary.usdc, one.keys.cosigner)
  const announce = { stealthAddress: newAccount().address, ephemeralPubKey: randomPoint(), viewTag: 9 }
  const body = JSON.stringify({ salt: randomHash(), policy, announce })
  const path = '/api/relay/create'

  // One operation requested at both, each with its own signature; and one signature at both.
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

  // They share one quota: three seeds for one address, at either instance.
  const seeds = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      (place % 2 ? one : two).ask('/api/relay/gas', { to: newAccount().address }, { account: stranger }),
    ),
  )
  expect(seeds.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])

  // Both return the same bytes, though only one of them reads the chain.
  const page = async (stage: ServiceStage) => (await stage.get('/api/announcements?limit=1')).body
  await expect.poll(async () => (await page(one)).nextBlock).not.toBe(null)
  await expect.poll(async () => JSON.stringify(await page(two))).toBe(JSON.stringify(await page(one)))

  await one.service.stop()
  const late = await two.ask('/api/relay/gas', { to: newAccount().address })
  expect(late.body).toMatchObject({ amount: '50000' })
  await expect.poll(async () => (await two.get(`/api/verified-recipients?sender=${address}`)).body.complete).toBe(true)
})

test('behavior: what was admitted is pending, not refused, when the server goes away meanwhile', async () => {
  const store = await settings()
  if (store.kind !== 'postgres') throw new Error('There is no server.')
  const stage = await openService(devnet, { env: { DATABASE_URL: store.url, WAIT_MS: '10000' } })
  stages.push(stage)
  const { transferId, secret } = await lock(devnet)
  const claim = () =>
    stage.ask('/api/gasless-claim', { transferId: `${transferId}`, code: secret.code, salt: secret.salt })
  const to = newAccount().address
  const seed = () => stage.ask('/api/relay/gas', { to })
  const states = async () => {
    const client = new pg.Client(store.url)
    await client.connect()
    const { rows } = await client.query('select state from operations')
    await client.end()
    return rows.map(({ state }) => state)
  }

  devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
  const answers = [claim(), seed()]
  await expect.poll(states).toEqual(['broadcast', 'broadcast'])
  await server().crash()
  const [claimed, seeded] = await Promise.all(answers)
  await server().start()
  devnet.faults.clear()
  expect([claimed?.status, claimed?.body]).toMatchObject([200, { ok: false, error: { kind: 'unknown' } }])
  expect([seeded?.status, seeded?.body]).toMatchObject([202, { status: 'pending' }])
  await expect.poll(async () => (await claim()).body).toMatchObject({ ok: true })
  await expect.poll(async () => (await seed()).body).toMatchObject({ amount: '50000' })
})

const stranger = newAccount()

/** Units that one address, and all addresses together, may use in a day. */
const [addressUnits, globalUnits] = [tiered(5, 25), tiered(120, 1_000)]
const requests = 5 * globalUnits
const connections = tiered(150, 1_250)
const batch = tiered(100, 500)

test('behavior: four processes, hundreds of requests at once, the server killed in between: exactly the quota', async () => {
  const store = await settings()
  if (store.kind !== 'postgres') throw new Error('There is no server.')
  const relayer = generatePrivateKey()
  const { address } = privateKeyToAccount(relayer)
  await devnet.primary.fund(address, 1_000_000_000n)
  const client = createPublicClient({ transport: http(devnet.primary.rpcUrl) })
  const directory = await mkdtemp(join(SCRATCH, 'holdfast-instances-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const env = {
    DATABASE_URL: store.url,
    INSTANCES: '4',
    RPC_URLS_5042002: devnet.primary.rpcUrl,
    DEPLOY_BLOCKS_5042002: `transfer:${FIRST_BLOCK}`,
    EXPLORER_API_5042002: devnet.primary.explorerApi,
    RELAYER_PK: relayer,
    PORT: '0',
    ADMIN_PORT: '0',
    WAIT_MS: '1000',
    ADDRESS_UNITS_PER_DAY: String(addressUnits),
    GLOBAL_UNITS_PER_DAY: String(globalUnits),
    // High limits, so that many requests are in flight at once.
    SIGNED_PER_MINUTE: '1000000',
    MAX_CONNECTIONS: '4000',
    MAX_IN_FLIGHT: '512',
  }
  const names = ['one', 'two', 'three', 'four']
  const mains = await Promise.all(
    names.map((name) => startMain({ ...env, INSTANCE_ID: name, DATA_DIR: join(directory, name) })),
  )
  for (const { stop } of mains) onTestFinished(stop)
  for (const { adminUrl } of mains)
    await expect.poll(async () => (await ask(`${adminUrl}/readyz`)).body).toMatchObject({ ok: true })
  const ledger = watchLedger(store.url)
  onTestFinished(async () => void (await ledger.stop()))

  // Ten addresses request twice their quota, mostly early; the others share the other requests. Each requests another
  // operation.
  const random = randomOf(seed)
  const people = Array.from({ length: connections }, (): KeyHolder => {
    const privateKey = generatePrivateKey()
    return { privateKey, address: privateKeyToAccount(privateKey).address }
  })
  const early = 20 * addressUnits
  const asked = Array.from({ length: requests }, (_, index): Asked & { place: number } => {
    const by = people[index < early ? index % 10 : 10 + (index % (connections - 10))] as KeyHolder
    const body = Buffer.from(JSON.stringify({ to: `0x${randomBytesOf(random, 20).toString('hex')}` }))
    return { by, body, status: 0, code: '', place: random(index < early ? 3 * early : requests) }
  }).sort((one, other) => one.place - other.place)
  const signer = await createRequestSigner()
  const urls = mains.map(({ url }) => url)
  const seen = new Set<string>()
  const note = () => {
    for (const { status, code } of asked) seen.add(`${status} ${code}`.trim())
  }

  const first = sendAll(urls, signer, asked)
  await Promise.race([
    first,
    expect.poll(() => ledger.accepted, { timeout: 120_000, interval: 10 }).toBeGreaterThan(globalUnits * 0.15),
  ])
  await server().crash()
  await first
  note()
  // No request is accepted while there is no server.
  await sendAll(urls, signer, asked.slice(0, 100))
  expect(new Set(asked.slice(0, 100).map(({ status }) => status))).toEqual(new Set([503]))
  await server().start()

  // Each caller signs again until its request has a result, a part at a time.
  const unsettled = () => asked.filter(({ status }) => status !== 200 && status !== 429)
  await expect
    .poll(
      async () => {
        for (let left = unsettled(); left.length > 0; left = left.slice(batch)) {
          await sendAll(urls, signer, left.slice(0, batch))
          note()
        }
        return unsettled().length
      },
      { timeout: 800_000, interval: 1_000 },
    )
    .toBe(0)
  expect(tally(asked)).toEqual({ '200': globalUnits, '429 quota_exceeded': requests - globalUnits })
  // In between there are refusals, and no other answers; on a machine that is too busy some requests come too late.
  const others = /^(?:20[02]|429 quota_exceeded|503 (?:upstream_unavailable|recovering|overloaded)|504 .*|408 .*|0)$/
  expect([...seen].filter((answer) => !others.test(answer))).toEqual([])

  const accepted = asked.filter(({ status }) => status === 200)
  const byAddress = [...grouped(accepted, ({ by }) => by.address).values()].map((some) => some.length)
  expect(Math.max(...byAddress)).toBeLessThanOrEqual(addressUnits)
  expect(await ledger.stop()).toEqual([])
  // Checked on the chain: one transaction for each, and no other.
  expect(new Set(accepted.map(({ txHash }) => txHash)).size).toBe(globalUnits)
  expect(await client.getTransactionCount({ address })).toBe(globalUnits)
  const seeded = accepted[0] && JSON.parse(accepted[0].body.toString()).to
  expect(await client.getBalance({ address: seeded })).toBe(5n * 10n ** 16n)
}, 1_000_000)

/** A caller that requests a seed, and its last answer. */
type Asked = { by: KeyHolder; body: Buffer; status: number; code: string; txHash?: string }

const tally = (asked: readonly Asked[]) =>
  Object.fromEntries(
    [...grouped(asked, ({ status, code }) => `${status} ${code}`.trim())].map(([answer, some]) => [
      answer,
      some.length,
    ]),
  )

function grouped<value>(values: readonly value[], nameOf: (value: value, index: number) => string) {
  const groups = new Map<string, value[]>()
  for (const [index, value] of values.entries()) {
    const name = nameOf(value, index)
    const group = groups.get(name)
    if (group) group.push(value)
    else groups.set(name, [value])
  }
  return groups
}

/** Sends all at once, each with a new signature: on many connections over all instances, pipelined on each connection. */
async function sendAll(urls: readonly string[], signer: RequestSigner, asked: readonly Asked[]): Promise<void> {
  // Signed before the first connection: a connection that is silent for long is closed.
  const signed = asked.map((one) => ({ one, method: 'POST', bytes: encode(one, signer) }))
  const shares = [...grouped(signed, (_, index) => `${index % connections}`).values()]
  await Promise.all(
    shares.map(async (share, index) => {
      const connection = new RawConnection(urls[index % urls.length] ?? '')
      const answers = await connection.exchange(share)
      connection.destroy()
      for (const [place, { one }] of share.entries()) {
        const { status = 0, body = '{}' } = answers[place] ?? {}
        const { code = '', txHash } = JSON.parse(body)
        Object.assign(one, { status, code, txHash })
      }
    }),
  )
}

function encode({ by, body }: Asked, signer: RequestSigner): Buffer {
  const path = '/api/relay/gas'
  const headers = { ...signer(by, { path, body }), 'Content-Type': 'application/json', 'Content-Length': body.length }
  const lines = Object.entries({ Host: 'service.example', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), body])
}

/** Reads the ledgers all the time, except while there is no server. */
function watchLedger(url: string) {
  const excesses: string[] = []
  let isStopped = false
  const watched = { accepted: 0 }
  const look = async (client: pg.Client) => {
    const { rows } = await client.query(`
      select scope, used + held as taken, case when scope = 'global' then ${globalUnits} else ${addressUnits} end as most from quotas
        where scope = 'global' or scope like 'address:%'
      union all
      select 'money ' || scope, spent + held, case when scope = 'global' then 150000000 else 5000000 end from spending
        where scope = 'global' or scope like 'address:%'`)
    for (const { scope, taken, most } of rows) {
      if (scope === 'global') watched.accepted = Number(taken)
      if (Number(taken) > Number(most)) excesses.push(`${taken} in ${scope}`)
    }
  }
  const running = (async () => {
    while (!isStopped) {
      const client = new pg.Client(url)
      client.on('error', () => {})
      try {
        await client.connect()
        while (!isStopped) {
          await look(client)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100))
      } finally {
        await client.end().catch(() => {})
      }
    }
  })()
  return Object.assign(watched, {
    /** @returns Every scope that ever exceeded its limit. */
    async stop() {
      isStopped = true
      await running
      return excesses
    },
  })
}
