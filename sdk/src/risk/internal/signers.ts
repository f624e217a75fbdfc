import type { Address, Hash } from 'viem'
import type { HistoryRecord } from '../history.js'

/** Finds the signer of one transaction; `null` where the source does not know the transaction. */
export type FindSigner = (hash: Hash, signal: AbortSignal | undefined) => Promise<Address | null>

/**
 * Transactions whose signer decides something, most telling first, newest first among equals: records of nothing,
 * records of unknown tokens in the sender's name, small receipts, everything else. A move of real money is real whoever
 * submitted it.
 */
export function hashesToResolve(
  sender: Address,
  records: readonly HistoryRecord[],
  { target, limit }: { target: Address | undefined; limit: number },
): Hash[] {
  const wanted = records
    .filter(({ signer, from, to }) => signer === null && (target === undefined || names(target, from, to)))
    .map((record) => ({ record, rank: rankOf(sender, record) }))
    .sort((a, b) => a.rank - b.rank || Number(b.record.blockNumber - a.record.blockNumber))
  const worth = target === undefined ? wanted.filter(({ rank }) => rank < 3) : wanted
  return [...new Set(worth.map(({ record }) => record.transactionHash))].slice(0, limit)
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

function rankOf(sender: Address, { value, canonical, from, decimals }: HistoryRecord): number {
  if (value === 0n) return 0
  const isOutgoing = isSame(from, sender)
  if (!canonical) return isOutgoing ? 1 : 3
  return !isOutgoing && value < 10n ** BigInt(decimals) ? 2 : 3
}

/** As viem's, without its check that these are addresses: histories are long. */
function isSame(a: Address, b: Address): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase()
}
