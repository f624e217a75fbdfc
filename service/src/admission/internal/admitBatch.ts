import { randomUUID } from 'node:crypto'
import { API_REQUEST_WINDOW_MS } from '@holdfast/sdk/wire'
import { sql } from 'kysely'
import type { Limits, MoneyLimits } from '../../config/Config.js'
import { networkBlocks, shareOf } from '../../config/networkBlocks.js'
import { countUp, hourOf, secondsToNextHour } from '../../store/countUp.js'
import type { Queries, Store } from '../../store/Store.js'
import type { Admission, AdmissionPart, AdmissionRequest, AdmissionResult, Admitted } from '../Admission.js'
import { type OperationRow, toOperation, WITHOUT_EFFECT } from '../operationRow.js'
import { type Hold, type Ledger, readLedger } from './ledger.js'
import { addressScope, chainScope, dayOf, GLOBAL, networkScope, networkScopes, secondsToNextDay } from './scopes.js'

/**
 * Decides requests one after the other, in one transaction that sees what was committed before each statement.
 *
 * On a server one admission runs at a time across all instances: their requests compete for the global quota anyway,
 * and a lock taken before the first read keeps what was read true until it is written.
 */
export async function admitBatch(
  tx: Queries,
  requests: readonly AdmissionRequest[],
  rules: Rules,
  now: number,
): Promise<AdmissionResult[]> {
  const isFresh = await rememberSignatures(tx, requests)
  if (!isFresh.includes(true)) return requests.map(() => replayed)
  if (rules.store.kind === 'postgres') await sql`select pg_advisory_xact_lock(${admissionLock})`.execute(tx)

  const admitting = requests.filter((_, index) => isFresh[index])
  const state = await readState(tx, admitting, rules, now)
  const results = requests.map((request, index) => (isFresh[index] ? decide(request, state, rules, now) : replayed))
  await write(tx, state)
  return results
}

/** What every decision depends on. */
export type Rules = {
  store: Store
  limits: Pick<Limits, 'addressUnitsPerDay' | 'globalUnitsPerDay' | 'networkSharePercent'>
  money: Pick<MoneyLimits, 'addressDaily' | 'globalDaily'>
  /** As last read, without a request to a chain; `undefined` while it is unknown, which refuses nothing. */
  relayerBalance?: ((chainId: number) => RelayerBalance | undefined) | undefined
}

/** What the relayer may still spend on a chain. */
type RelayerBalance = {
  /** USDC base units the relayer has on that chain. */
  available: bigint
  /** USDC base units that must stay free: three times the most expensive operation. */
  floor: bigint
}

/** An arbitrary number; other locks of a server use other numbers. */
const admissionLock = 7_241_905_114
const replayed = { refused: 'signature_replayed' } as const satisfies AdmissionResult

/** @returns For each request, whether its signature is new; of equal ones only the first is. */
async function rememberSignatures(tx: Queries, requests: readonly AdmissionRequest[]): Promise<boolean[]> {
  const signers = new Map(requests.map(({ signer }) => [signatureId(signer), signer]))
  // In a fixed order: instances that remember the same signatures then never deadlock.
  const rows = [...signers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, signer]) => ({
      address: signer.address.toLowerCase(),
      digest: signer.digest.toLowerCase(),
      expires_at: signer.timestamp + API_REQUEST_WINDOW_MS,
    }))
  const inserted = await tx
    .insertInto('replays')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['address', 'digest']).doNothing())
    .returning(['address', 'digest'])
    .execute()
  const unused = new Set(inserted.map(signatureId))
  return requests.map(({ signer }) => unused.delete(signatureId(signer)))
}

const signatureId = ({ address, digest }: { address: string; digest: string }) =>
  `${address.toLowerCase()} ${digest.toLowerCase()}`

/** What requests are decided on, and the decisions. */
type BatchState = {
  day: number
  units: Ledger
  money: Ledger
  hour: number
  /** Operations that began in this hour before this batch, by the scope of their owner. */
  ofOwners: ReadonlyMap<string, number>
  /** The scope of each that begins in this batch. */
  begun: string[]
  /** Latest attempts by key. */
  operations: Map<string, OperationRow>
  /** Money held on each chain, of all days. */
  heldOnChains: Map<number, number>
  inserts: OperationRow[]
  /** Ids of attempts that a new one replaces. */
  replaced: string[]
}

async function readState(
  tx: Queries,
  requests: readonly AdmissionRequest[],
  rules: Rules,
  now: number,
): Promise<BatchState> {
  const [day, hour] = [dayOf(now), hourOf(now)]
  const parts = requests.flatMap(partsOf)
  const rows = await tx
    .selectFrom('operations')
    .selectAll()
    .where('key', 'in', [...new Set(parts.map((part) => part.operation.key))])
    .where('current', '=', 1)
    .execute()
  const scopes = new Set(requests.flatMap(scopesOf))
  const chains = new Set(parts.map((part) => part.operation.chainId))
  return {
    day,
    units: await readLedger(tx, 'quotas', day, scopes),
    money: await readLedger(tx, 'spending', day, scopes),
    hour,
    ofOwners: await readCounts(tx, hour, parts),
    begun: [],
    operations: new Map(rows.map((row) => [row.key, row])),
    heldOnChains: rules.relayerBalance ? await readHeld(tx, chains) : new Map(),
    inserts: [],
    replaced: [],
  }
}

async function readCounts(tx: Queries, hour: number, parts: readonly AdmissionPart[]): Promise<Map<string, number>> {
  const scopes = new Set(parts.flatMap(({ ofOwner }) => ofOwner?.scope ?? []))
  if (scopes.size === 0) return new Map()
  const rows = await tx
    .selectFrom('counters')
    .select(['scope', 'count'])
    .where('scope', 'in', [...scopes])
    .where('bucket', '=', hour)
    .execute()
  return new Map(rows.map(({ scope, count }) => [scope, count]))
}

async function readHeld(tx: Queries, chains: ReadonlySet<number>): Promise<Map<number, number>> {
  const held = new Map<number, number>()
  for (const chainId of chains) {
    const row = await tx
      .selectFrom('spending')
      .select(({ fn }) => fn.sum<number | null>('held').as('held'))
      .where('scope', '=', chainScope(chainId))
      .executeTakeFirst()
    held.set(chainId, row?.held ?? 0)
  }
  return held
}

function decide(request: AdmissionRequest, state: BatchState, rules: Rules, now: number): AdmissionResult {
  const parts = partsOf(request)
  const answers = parts.map((part) => placeOf(part, state.operations.get(part.operation.key), request.signer.timestamp))
  if (answers.includes('conflict')) return { refused: 'operation_conflict' }

  const news = parts.filter((_, index) => answers[index] === 'new' && isFirstOfKey(parts, index))
  const refusal = reserve(request, news, state, rules, now)
  if (refusal) return refusal

  const admitted = parts.map((part): Admitted => {
    const known = state.operations.get(part.operation.key)
    // An attached operation is in the state: found in the store, or put there by an earlier part.
    if (!news.includes(part)) return { admitted: 'attached', operation: toOperation(known as OperationRow) }
    const row = rowOf(part, request, state.day, now)
    if (known) state.replaced.push(known.id)
    state.operations.set(row.key, row)
    state.inserts.push(row)
    return { admitted: 'new', operation: toOperation(row) }
  })
  // A request has one part or two.
  const [main, also] = admitted as [Admitted, Admitted?]
  return also ? { ...main, also } : main
}

/** How a request relates to the latest attempt at what it asks for. See {@link Admission}. */
function placeOf(
  part: AdmissionPart,
  known: OperationRow | undefined,
  signedAt: number,
): 'new' | 'attach' | 'conflict' {
  if (!known) return 'new'
  const same = known.content_hash === part.operation.contentHash
  if (known.state === 'final') {
    // A recipient is seeded once, whatever the content of a second request.
    return same || known.kind === 'gas' ? 'attach' : 'new'
  }
  if (!WITHOUT_EFFECT.has(known.state)) return same ? 'attach' : 'conflict'
  return same && signedAt <= known.updated_at ? 'attach' : 'new'
}

/** Holds everything the new parts may cost, or nothing. */
function reserve(
  request: AdmissionRequest,
  news: readonly AdmissionPart[],
  state: BatchState,
  { limits, money, relayerBalance }: Rules,
  now: number,
): AdmissionResult | undefined {
  const units = news.reduce((sum, part) => sum + part.units, 0)
  const cost = news.reduce((sum, part) => sum + Number(part.hold), 0)
  const address = addressScope(request.signer.address)

  const quotas: Hold[] = [
    { scope: GLOBAL, amount: units, limit: limits.globalUnitsPerDay },
    { scope: address, amount: units, limit: limits.addressUnitsPerDay },
  ]
  const spending: Hold[] = [
    { scope: GLOBAL, amount: cost, limit: Number(money.globalDaily) },
    { scope: address, amount: cost, limit: Number(money.addressDaily) },
  ]
  if (request.network !== undefined) {
    for (const block of networkBlocks(request.network)) {
      const scope = networkScope(block)
      const share = (whole: number) => shareOf(whole, limits.networkSharePercent, block)
      quotas.push({ scope, amount: units, limit: share(limits.globalUnitsPerDay) })
      spending.push({ scope, amount: cost, limit: share(Number(money.globalDaily)) })
    }
  }
  const onChains = news.map((part) => ({
    scope: chainScope(part.operation.chainId),
    amount: Number(part.hold),
    limit: Number.MAX_SAFE_INTEGER,
  }))

  // A request that costs nothing is never refused for a limit that is already reached.
  const full = units > 0 ? state.units.find(quotas) : undefined
  if (full) {
    const policy = full.scope === address ? 'addr-day' : 'global'
    return { refused: 'quota_exceeded', policy, retryAfterSeconds: secondsToNextDay(now) }
  }
  const owned = news.flatMap(({ ofOwner }) => ofOwner ?? [])
  const begunOf = (scope: string) =>
    (state.ofOwners.get(scope) ?? 0) + state.begun.filter((begun) => begun === scope).length
  if (owned.some(({ scope, limit }) => begunOf(scope) >= limit))
    return { refused: 'quota_exceeded', policy: 'owner-hour', retryAfterSeconds: secondsToNextHour(now) }
  if (cost > 0 && state.money.find(spending)) return { refused: 'fee_ceiling' }
  if (cost > 0 && relayerBalance && isDepleted(news, state, relayerBalance)) return { refused: 'relayer_depleted' }

  state.units.hold(quotas)
  state.money.hold([...spending, ...onChains])
  state.begun.push(...owned.map(({ scope }) => scope))
  for (const { operation, hold } of news) {
    state.heldOnChains.set(operation.chainId, (state.heldOnChains.get(operation.chainId) ?? 0) + Number(hold))
  }
  return undefined
}

function isDepleted(
  news: readonly AdmissionPart[],
  state: BatchState,
  relayerBalance: NonNullable<Rules['relayerBalance']>,
): boolean {
  const chains = new Set(news.filter((part) => part.hold > 0n).map((part) => part.operation.chainId))
  return [...chains].some((chainId) => {
    const balance = relayerBalance(chainId)
    if (!balance) return false
    const asked = news.reduce((sum, part) => (part.operation.chainId === chainId ? sum + part.hold : sum), 0n)
    const held = BigInt(state.heldOnChains.get(chainId) ?? 0)
    return balance.available - held - asked < balance.floor
  })
}

async function write(tx: Queries, state: BatchState): Promise<void> {
  await state.units.write()
  await state.money.write()
  if (state.inserts.length === 0) return
  // An attempt cannot be made and replaced within one batch: a new attempt has not ended yet.
  if (state.replaced.length > 0) {
    await tx.updateTable('operations').set({ current: 0 }).where('id', 'in', state.replaced).execute()
  }
  await tx.insertInto('operations').values(state.inserts).execute()
  for (const scope of state.begun) await countUp({ db: tx }, { scope, bucket: state.hour })
}

function rowOf(part: AdmissionPart, request: AdmissionRequest, day: number, now: number): OperationRow {
  const { operation } = part
  return {
    id: randomUUID(),
    key: operation.key,
    current: 1,
    kind: operation.kind,
    chain_id: operation.chainId,
    state: 'queued',
    content: operation.content,
    content_hash: operation.contentHash,
    requester: request.signer.address.toLowerCase(),
    request_digest: request.signer.digest.toLowerCase(),
    network: request.network ?? null,
    day,
    units: part.units,
    held: Number(part.hold),
    spent: null,
    outcome: null,
    created_at: now,
    updated_at: now,
  }
}

const partsOf = (request: AdmissionRequest): readonly AdmissionPart[] =>
  request.also ? [request, request.also] : [request]

const isFirstOfKey = (parts: readonly AdmissionPart[], index: number) =>
  parts.findIndex((part) => part.operation.key === parts[index]?.operation.key) === index

const scopesOf = ({ signer, network }: AdmissionRequest): readonly string[] => [
  GLOBAL,
  addressScope(signer.address),
  ...networkScopes(network),
]
