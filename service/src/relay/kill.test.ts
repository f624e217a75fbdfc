import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedTransferAbi, spendPolicyFactoryAbi, stealthAnnouncerAbi } from '@holdfast/contracts'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { lockMany } from '@holdfast/testkit/lock'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import { type Address, type Hash, hexToBigInt, numberToHex, parseEventLogs } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runRelayProcess as run } from '../../test/childRun.js'
import { startPostgres, type TestPostgres } from '../../test/postgres.js'
import { type Asked, openRelayLine, type RelayLine, SEED } from '../../test/relayLine.js'
import { connectTo, MONEY, someone } from '../../test/relayStage.js'
import { createAdmission } from '../admission/createAdmission.js'
import type { ServedChain } from '../chains/ServedChain.js'
import { openStore } from '../store/openStore.js'
import type { Store } from '../store/Store.js'
import { parseOutcome } from './Outcome.js'

/** Processes killed at each step. */
const killCount = 20
const steps = [
  'admitted',
  'held',
  'signed',
  'prepared',
  'broadcasting',
  'broadcast',
  'receipt',
  'mined',
  'settling',
  'settled',
]
const kinds = ['create', 'announce', 'claim', 'gas'] as const

let devnet: Devnet
let postgres: TestPostgres
let directory: string
let chain: ServedChain
let fromBlock: bigint
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 100 })
  postgres = await startPostgres()
  directory = await mkdtemp(join(SCRATCH, 'holdfast-kill-'))
  chain = await connectTo(devnet, undefined, 30_000)
  fromBlock = await head()
})
afterAll(async () => {
  await devnet?.stop()
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true })
})

// A killed process leaves its operation to the next one, which is killed during its own, or during that one.
describe.skipIf(tiered(true, false))('paid by the relayer', () => {
  const lines: RelayLine[] = []
  beforeAll(async () => {
    const url = await postgres.createDatabase()
    const stores = [...embedded('relayer', 4), { kind: 'postgres', url } as const]
    const transfers = await lockMany(devnet, killCount * steps.length)
    lines.push(...(await Promise.all(stores.map((store) => openRelayLine({ devnet, chain, run, transfers, store })))))
  })

  test.each(steps)(
    'behavior: killed at the step %s',
    async (step) => {
      const kills = placesOf(steps.indexOf(step)).map((place) => ({
        line: Math.floor(place / kinds.length) % lines.length,
        kind: kinds[place % kinds.length] ?? 'create',
      }))
      await killAll(lines, step, kills)
    },
    120_000 + killCount * 30_000,
  )

  test('behavior: afterwards each operation has happened once and is paid for once, and every caller gets its outcome', async () => {
    await eachOf(lines, async (line) => {
      const { store, hashes } = await seeThrough(line)
      const transactions = await store.db.selectFrom('transactions').selectAll().orderBy('nonce').execute()
      expect(transactions.map(({ nonce, state, raw }) => ({ nonce, state, raw }))).toEqual(
        line.asked.map((_, nonce) => ({ nonce, state: 'mined', raw: null })),
      )
      expect(transactions.map(({ hash }) => hash).sort()).toEqual([...hashes].sort())
      expect(await countOf(line.address)).toBe(line.asked.length)

      const costs = await Promise.all(transactions.map(({ hash }) => costOf(hash as Hash)))
      expect(await line.spentWei()).toBe(costs.reduce((sum, { wei }) => sum + wei, 0n))
      expect(await readTotals(store)).toEqual({
        units: { used: line.asked.length, held: 0 },
        money: { spent: Number(costs.reduce((sum, { units }) => sum + units, 0n)), held: 0 },
      })
      await store.close()
    })
  })
})

describe.skipIf(tiered(true, false))('paid by the sponsor', () => {
  const lines: RelayLine[] = []
  beforeAll(async () => {
    const { sponsorUrl } = devnet.primary
    const sponsor = { bundlerUrl: sponsorUrl, paymasterUrl: sponsorUrl, apiKey: 'devnet' }
    const transfers = await lockMany(devnet, killCount * steps.length)
    const open = (store: RelayLine['store']) => openRelayLine({ devnet, chain, run, transfers, store, sponsor })
    lines.push(...(await Promise.all(embedded('sponsor', 5).map(open))))
  })

  // The sponsor's user operation is signed and stored in one step.
  test.each(steps.filter((step) => step !== 'signed'))(
    'behavior: killed at the step %s',
    async (step) => {
      const kills = placesOf(steps.indexOf(step)).map((place) => ({
        line: place % lines.length,
        kind: 'claim' as const,
      }))
      await killAll(lines, step, kills)
    },
    120_000 + killCount * 30_000,
  )

  test('behavior: afterwards each claim has happened once, and the relayer has paid for those beyond the sponsor’s places', async () => {
    await eachOf(lines, async (line) => {
      const { store, hashes } = await seeThrough(line)
      const carried = await readCarried()
      const own = await store.db.selectFrom('transactions').select('hash').where('state', '=', 'mined').execute()
      const costs = await Promise.all(own.map(({ hash }) => costOf(hash as Hash)))
      // With few waiting claims, the sponsor has a place for each.
      if (line.asked.length <= 8) expect(own).toEqual([])
      expect(await line.spentWei()).toBe(costs.reduce((sum, { wei }) => sum + wei, 0n))
      expect(await readTotals(store)).toEqual({
        units: { used: line.asked.length, held: 0 },
        money: { spent: Number(costs.reduce((sum, { units }) => sum + units, 0n)), held: 0 },
      })
      const rows = await store.db.selectFrom('user_operations').select(['hash', 'state']).execute()
      const mined = rows.filter(({ state }) => state === 'mined')
      expect([...mined.map(({ hash }) => carried.get(hash)), ...own.map(({ hash }) => hash)].sort()).toEqual(
        [...hashes].sort(),
      )
      const others = rows.filter(({ state }) => state !== 'mined')
      expect(others.map(({ hash, state }) => ({ state, carriedBy: carried.get(hash) }))).toEqual(
        others.map(() => ({ state: 'dead', carriedBy: undefined })),
      )
      await store.close()
    })
  })
})

/**
 * Numbers of a step's kills. They continue from step to step, so that every line and kind is reached.
 */
const placesOf = (step: number) => Array.from({ length: killCount }, (_, count) => step * killCount + count)

const eachOf = (lines: readonly RelayLine[], work: (line: RelayLine, place: number) => Promise<void>) =>
  Promise.all(lines.map(work))

function killAll(lines: readonly RelayLine[], step: string, kills: readonly Kill[]) {
  return eachOf(lines, async (line, place) => {
    for (const { kind } of kills.filter((kill) => kill.line === place))
      expect(await line.killAt(step, kind), `${kind} in line ${place}`).toBe('SIGKILL')
  })
}

type Kill = { line: number; kind: (typeof kinds)[number] }

/**
 * Ends all open operations; repeats every request with old and new signatures; and compares with the chain.
 *
 * @returns The store, and the hash that each caller has received.
 */
async function seeThrough(line: RelayLine): Promise<{ store: Store; hashes: readonly Hash[] }> {
  expect(await line.finish()).toBe('exit 0')
  const store = await openStore({ store: line.store })
  // One after the other: on a busy machine, 40 at once wait longer for a connection than the store allows.
  const hashes: Hash[] = []
  for (const asked of line.asked) hashes.push(await learn(store, asked))
  expect(await store.db.selectFrom('operations').select('id').execute()).toHaveLength(line.asked.length)
  await store.close()
  expect(await line.finish()).toBe('exit 0')

  const effects = await readEffects()
  const times = line.asked.map((asked) => effects.get(`${asked.part.operation.kind} ${asked.subject.split(' ')[0]}`))
  await Promise.all(
    line.asked.map(async ({ part, subject }, place) => {
      const { kind } = part.operation
      const [txHash] = hashes.slice(place)
      if (kind !== 'gas') expect(times[place]).toEqual([txHash])
      if (kind === 'claim') expect(await balanceOf(subject.split(' ')[1] as Address)).toBe(1_000_000n)
      if (kind !== 'gas') return
      expect(await balanceOf(subject as Address)).toBe(SEED)
      const { to, value } = await getTransaction(chain.client, { hash: txHash as Hash })
      expect({ to, value }).toEqual({ to: subject.toLowerCase(), value: SEED * wei })
    }),
  )
  return { store: await openStore({ store: line.store }), hashes }
}

/** The answer to a caller that asks again after everything. */
async function learn(store: Store, { part, signer, subject }: Asked): Promise<Hash> {
  const admission = createAdmission({
    store,
    config: { limits: { addressUnitsPerDay: 0, globalUnitsPerDay: 0, networkSharePercent: 25 }, money: MONEY },
    now: Date.now,
    log,
  })
  expect(await admission.admit({ ...part, signer, network: undefined })).toEqual({ refused: 'signature_replayed' })
  const again = await admission.admit({ ...part, signer: someone(), network: undefined })
  expect(again).toMatchObject({ admitted: 'attached', operation: { state: 'final', content: undefined } })
  const outcome = 'admitted' in again ? parseOutcome(again.operation.outcome ?? '') : undefined
  const bodies = { create: { account: subject }, announce: {}, claim: { ok: true }, gas: { amount: String(SEED) } }
  const txHash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
  expect(outcome).toEqual({ body: { ...bodies[part.operation.kind], txHash } })
  return (outcome as { body: { txHash: Hash } }).body.txHash
}

/** Transactions by their effect: `create 0x…`, `announce 0x…`, `claim 1`. */
async function readEffects(): Promise<ReadonlyMap<string, readonly Hash[]>> {
  const { spendPolicyFactory, stealthAnnouncer, transferContract } = chain.deployment
  const [creations, announcements, claims] = await Promise.all([
    logsOf(spendPolicyFactory),
    logsOf(stealthAnnouncer),
    logsOf(transferContract),
  ])
  const found = new Map<string, Hash[]>()
  const note = (key: string, hash: Hash) => found.set(key, [...(found.get(key) ?? []), hash])
  for (const { args, transactionHash } of parseEventLogs({
    abi: spendPolicyFactoryAbi,
    eventName: 'AccountCreated',
    logs: creations,
  }))
    note(`create ${args.account}`, transactionHash)
  for (const { args, transactionHash } of parseEventLogs({
    abi: stealthAnnouncerAbi,
    eventName: 'Announcement',
    logs: announcements,
  }))
    note(`announce ${args.stealthAddress}`, transactionHash)
  for (const { args, transactionHash } of parseEventLogs({
    abi: protectedTransferAbi,
    eventName: ['TransferClaimed', 'ClaimAttemptFailed'],
    logs: claims,
  }))
    note(`claim ${args.transferId}`, transactionHash)
  return found
}

/** Transactions of user operations, by the hash of the user operation. */
async function readCarried(): Promise<ReadonlyMap<string, Hash>> {
  const logs = await logsOf(entryPoint07Address)
  const events = parseEventLogs({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', logs })
  return new Map(events.map(({ args, transactionHash }) => [args.userOpHash, transactionHash]))
}

async function logsOf(address: Address) {
  const last = await head()
  const range = BigInt(chain.deployment.logRangeBlocks)
  const logs: Parameters<typeof parseEventLogs>[0]['logs'] = []
  for (let first = fromBlock; first <= last; first += range) {
    const toBlock = numberToHex(first + range - 1n < last ? first + range - 1n : last)
    const window = { address, fromBlock: numberToHex(first), toBlock }
    logs.push(...(await chain.client.request({ method: 'eth_getLogs', params: [window] })))
  }
  return logs
}

const head = async () => hexToBigInt(await chain.client.request({ method: 'eth_blockNumber' }))

const countOf = async (address: Address) =>
  Number(await chain.client.request({ method: 'eth_getTransactionCount', params: [address, 'latest'] }))

const balanceOf = async (address: Address) =>
  hexToBigInt(await chain.client.request({ method: 'eth_getBalance', params: [address, 'latest'] })) / wei

/** Including the amount it gave, in native wei and in charged units. */
async function costOf(hash: Hash): Promise<{ wei: bigint; units: bigint }> {
  const [{ value }, { gasUsed, effectiveGasPrice }] = await Promise.all([
    getTransaction(chain.client, { hash }),
    getTransactionReceipt(chain.client, { hash }),
  ])
  const fee = gasUsed * effectiveGasPrice
  return { wei: fee + value, units: (fee + wei - 1n) / wei + value / wei }
}

/** Of all days: a long run may cross midnight. */
async function readTotals({ db }: Store) {
  const units = await db.selectFrom('quotas').selectAll().where('scope', '=', 'global').execute()
  const money = await db.selectFrom('spending').selectAll().where('scope', '=', 'global').execute()
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    units: { used: sum(units.map(({ used }) => used)), held: sum(units.map(({ held }) => held)) },
    money: { spent: sum(money.map(({ spent }) => spent)), held: sum(money.map(({ held }) => held)) },
  }
}

const embedded = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, place) => ({ kind: 'sqlite', directory: join(directory, `${name} ${place}`) }) as const,
  )
const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
/** Native wei in a USDC base unit. */
const wei = 10n ** 12n
