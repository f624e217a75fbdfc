import {
  extendHistory,
  type HistoryReferences,
  type PreparedHistory,
  prepareHistory,
} from '../history/prepareHistory.js'
import type { HistoryRecord, SenderHistory, SettledRecipient } from '../history/SenderHistory.js'
import { keyOf } from './extents.js'

/**
 * As `prepareHistory`. Where the same owner asked for the same sender before, and all records of then are still there, only what
 * is new is added. A record is taken for the same where it is the same frozen object, which no code can have changed, or where
 * all its fields are equal.
 *
 * @param owner - What the last prepared history is kept for, and let go with.
 */
export function prepareAgain(
  owner: object,
  history: SenderHistory,
  references: HistoryReferences = {},
): PreparedHistory {
  const { records } = history
  const before = kept.get(owner)
  const { frozen, loose, others } = sort(records, before?.frozen ?? [])
  const isSame = before?.prepared.sender === history.sender.toLowerCase() && sameLists(before.references, references)
  const prepared =
    (isSame && others && extended(before, { ...history, records: others })) || prepareHistory(history, references)
  kept.delete(owner)
  if (records.length < leastRecords || loose.length > mostLoose) return prepared
  const settled = byKey(history.settled ?? [], keyOfSettled)
  kept.set(owner, { prepared, references, frozen, loose: byKey(loose, keyOf), settled })
  return prepared
}

/**
 * Parts records by whether they are frozen. `others` are those that are not among the known ones; `undefined` where some of
 * these are gone or come in another order.
 */
function sort(records: readonly HistoryRecord[], known: readonly HistoryRecord[]) {
  const frozen: HistoryRecord[] = []
  const loose: HistoryRecord[] = []
  const others: HistoryRecord[] = []
  let next = 0
  for (const record of records)
    if (record === known[next]) {
      frozen.push(record)
      next++
    } else {
      others.push(record)
      if (Object.isFrozen(record)) frozen.push(record)
      else loose.push(record)
    }
  return { frozen, loose, others: next === known.length ? others : undefined }
}

const kept = /* @__PURE__ */ new WeakMap<object, Kept>()

/** Shorter ones are prepared in a few milliseconds. */
const leastRecords = 1_000
/** With more of them, looking at each costs as much. */
const mostLoose = 1_000

type Kept = {
  prepared: PreparedHistory
  references: HistoryReferences
  frozen: readonly HistoryRecord[]
  /** What may have changed since. */
  loose: ReadonlyMap<string, HistoryRecord>
  settled: ReadonlyMap<string, SettledRecipient>
}

/** `undefined` where something is gone or its fields are others. */
function extended(
  before: Kept,
  { records, settled = [], ...completeness }: SenderHistory,
): PreparedHistory | undefined {
  const news = missingIn(before.loose, records, keyOf)
  const settledNews = missingIn(before.settled, settled, keyOfSettled)
  return news && settledNews && extendHistory(before.prepared, { records: news, settled: settledNews, ...completeness })
}

/** Those that are not among the known ones; `undefined` where a known one is missing, says something else, or is there twice. */
function missingIn<item extends object>(
  known: ReadonlyMap<string, item>,
  items: readonly item[],
  nameOf: (item: item) => string,
): item[] | undefined {
  const found = byKey(items, nameOf)
  if (found.size !== items.length) return undefined
  for (const [key, item] of known) {
    const again = found.get(key)
    if (again === undefined || !saysTheSame(item, again)) return undefined
  }
  return [...found].flatMap(([key, item]) => (known.has(key) ? [] : [item]))
}

function byKey<item>(items: readonly item[], nameOf: (item: item) => string): Map<string, item> {
  return new Map(items.map((item) => [nameOf(item), item]))
}

function keyOfSettled({ address, transactionHash, transferId }: SettledRecipient): string {
  return `${address}:${transactionHash}:${transferId}`.toLowerCase()
}

function saysTheSame(a: object, b: object): boolean {
  const [first, second] = [Object.entries(a), new Map(Object.entries(b))]
  return first.length === second.size && first.every(([name, value]) => isEqual(value, second.get(name)))
}

function isEqual(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}

function sameLists(a: HistoryReferences, b: HistoryReferences): boolean {
  const names = ['contacts', 'importedContacts', 'own', 'boxes'] as const
  return names.every((name) => {
    const [first, second] = [a[name] ?? [], b[name] ?? []]
    return first.length === second.length && first.every((address, index) => address === second[index])
  })
}
