import type { Address, Hash } from 'viem'
import { indexEnds } from '../../chain/similarity.js'
import { lower } from '../history/lower.js'
import type { HistoryRecord } from '../history/SenderHistory.js'

/** Finds the signer of one transaction; `null` where the source does not know the transaction. */
export type FindSigner = (hash: Hash, signal: AbortSignal | undefined) => Promise<Address | null>

/**
 * Transactions whose signer decides something, most telling first: records about an address before it was first paid, which
 * alone can count against it; records about an address that resembles a payee; then records of nothing, unknown tokens in
 * the sender's name, small receipts, other records of unknown tokens; newest first among equals. A move of real money is
 * real by any submitter.
 *
 * @param target - Where given, only records that name it; else receipts of unknown tokens are left out, which any caller can
 *   send by the thousand.
 */
export function hashesToResolve(
  sender: Address,
  records: readonly HistoryRecord[],
  { target, limit }: { target: Address | undefined; limit: number },
): Hash[] {
  const ranked = records.flatMap((record) => {
    const isWanted = record.signer === null && (target === undefined || names(target, record.from, record.to))
    const rank = isWanted ? rankOf(sender, record) : undefined
    return rank === undefined || (target === undefined && rank === 3) ? [] : [{ record, rank }]
  })
  if (ranked.length > limit) {
    const tell = tellingOrder(sender, records)
    for (const one of ranked) one.rank += tell(one.record)
  }
  ranked.sort((a, b) => a.rank - b.rank || Number(b.record.blockNumber - a.record.blockNumber))
  return [...new Set(ranked.map(({ record }) => record.transactionHash))].slice(0, limit)
}

/** More than all kinds of records, so that this order comes first. */
const late = 20
const unlike = 10

function tellingOrder(sender: Address, records: readonly HistoryRecord[]): (record: HistoryRecord) => number {
  const payer = lower(sender)
  const firsts = new Map<Address, bigint>()
  for (const { from, to, value, canonical, blockNumber } of records) {
    if (!canonical || value === 0n || lower(from) !== payer) continue
    const payee = lower(to)
    const first = firsts.get(payee)
    if (first === undefined || blockNumber < first) firsts.set(payee, blockNumber)
  }
  const search = indexEnds([...firsts.keys()].map((address) => ({ address })))
  return ({ from, to, blockNumber }) => {
    const other = lower(lower(from) === payer ? to : from)
    const first = firsts.get(other)
    return (first !== undefined && first < blockNumber ? late : 0) + (search(other).length > 0 ? 0 : unlike)
  }
}

/** Asks for the signers; failures are counted and do not stop the others. */
export async function findSigners(
  hashes: readonly Hash[],
  find: FindSigner,
  signal: AbortSignal | undefined,
): Promise<{ signers: Map<Hash, Address>; failures: unknown[] }> {
  const signers = new Map<Hash, Address>()
  const failures: unknown[] = []
  await Promise.all(
    hashes.map(async (hash) => {
      try {
        const signer = await find(hash, signal)
        if (signer !== null) signers.set(hash, signer)
      } catch (error) {
        failures.push(error)
      }
    }),
  )
  signal?.throwIfAborted()
  return { signers, failures }
}

/** Writes found signers into the records that lack one. */
export function withSigners(records: readonly HistoryRecord[], signers: ReadonlyMap<Hash, Address>): HistoryRecord[] {
  return records.map((record) => {
    const signer = record.signer ?? signers.get(record.transactionHash)
    return signer === undefined || signer === record.signer ? record : { ...record, signer }
  })
}

function names(target: Address, from: Address, to: Address): boolean {
  return isSame(target, from) || isSame(target, to)
}

function rankOf(sender: Address, { value, canonical, from, decimals }: HistoryRecord): number | undefined {
  if (value === 0n) return 0
  const isOutgoing = isSame(from, sender)
  if (!canonical) return isOutgoing ? 1 : 3
  return !isOutgoing && value < 10n * 10n ** BigInt(decimals) ? 2 : undefined
}

/** As viem's, without its check that these are addresses: histories are long. */
function isSame(a: Address, b: Address): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase()
}

/** The records with the signers that can be looked up; of more than `limit` transactions the rest stay unknown. */
export async function resolveRecords(
  records: readonly HistoryRecord[],
  limit: number,
  findSigner: FindSigner,
  signal: AbortSignal | undefined,
): Promise<HistoryRecord[]> {
  const unknown = records.filter(({ signer }) => signer === null).map(({ transactionHash }) => transactionHash)
  const { signers, failures } = await findSigners([...new Set(unknown)].slice(0, limit), findSigner, signal)
  if (failures.length > 0) throw failures[0]
  return withSigners(records, signers)
}
