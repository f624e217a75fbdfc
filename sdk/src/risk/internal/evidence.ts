import type { Address } from 'viem'
import type { GetJson } from '../../chain/explorerApi/getJson.js'
import { indexEnds } from '../../chain/similarity.js'
import { lower } from '../history/lower.js'
import type { HistoryRecord } from '../history/SenderHistory.js'
import type { ListRead, ListScope, RawRecord } from './findings.js'
import { readMultiTokenLogs, readPairLogs } from './legacy/readPairLogs.js'

/** Pages read of records about one pair of addresses. A thousand of them say the same as ten thousand. */
const maxPairPages = 5

/** Payees alike that are asked about besides the target. */
const maxAlike = 8

/** Records that name the sender and one of the others, whichever contract wrote them. */
export async function readPairs(
  get: GetJson,
  sender: Address,
  others: readonly Address[],
  { fromBlock, signal }: Pick<ListScope, 'fromBlock' | 'signal'>,
): Promise<ListRead<RawRecord>[]> {
  const scope: ListScope = { fromBlock, maxPages: maxPairPages, signal }
  return Promise.all(
    others
      .flatMap((other) => [
        { from: sender, to: other },
        { from: other, to: sender },
      ])
      .flatMap((pair) => [readPairLogs(get, pair, scope), readMultiTokenLogs(get, pair, scope)]),
  )
}

/** Payees that resemble a target: whether one of them is genuine depends on what is recorded about it, too. */
export function payeesLike(target: Address, sender: Address, records: readonly HistoryRecord[]): Address[] {
  const payer = lower(sender)
  const payees = new Set<Address>()
  for (const { from, to, value, canonical } of records)
    if (canonical && value > 0n && lower(from) === payer) payees.add(lower(to))
  const search = indexEnds([...payees].map((address) => ({ address })))
  return search(lower(target))
    .slice(0, maxAlike)
    .map(({ address }) => address)
}
