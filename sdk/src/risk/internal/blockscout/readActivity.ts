import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readDate, readDecimal, readObject } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { sleep } from '../../../chain/sleep.js'
import type { AddressActivity } from '../../history/IDataProvider.js'
import type { ActivityScope } from '../findings.js'
import { readFirstTransferTime } from '../legacy/readFirstTransferTime.js'
import { readPage } from './readPage.js'

/** How many transactions an address has made, and since when. */
export async function readActivity(
  { rest, legacy }: ExplorerApis,
  address: Address,
  { seenBefore, retryDelayMs, signal }: ActivityScope,
): Promise<AddressActivity> {
  // An address that has only received tokens has no transaction.
  const readTransfer = () => readFirstTransferTime(legacy, address, signal)
  const early = seenBefore && (await readTransfer())
  // An earlier transaction would only make it older.
  if (seenBefore && early !== undefined && early <= seenBefore.getTime())
    return { transactionCount: 0, firstSeenAt: new Date(early) }
  const [transactions, transferTime] = await Promise.all([
    readFirstTransactions(rest, address, signal),
    seenBefore ? early : readTransfer(),
  ])
  // A complete list gives the count itself. For an empty one the counter shows whether the explorer hides
  // transactions.
  const isCounted = transactions.isWhole && transactions.count > 0
  const counted = isCounted ? transactions.count : await readTransactionCount(rest, address, signal)
  // Counters are computed on demand: a cold address is answered with 0 until they are.
  const isCold = counted === 0 && transactions.count > 0
  if (isCold) await sleep(retryDelayMs, signal)
  const recounted = isCold ? await readTransactionCount(rest, address, signal) : counted
  const times = [transactions.time, transferTime].filter((time) => time !== undefined)
  if (recounted > 0 && times.length === 0)
    throw new Error(`The explorer counts ${recounted} transactions, and lists none.`)
  return {
    transactionCount: Math.max(recounted, transactions.count),
    firstSeenAt: times.length > 0 ? new Date(Math.min(...times)) : null,
  }
}

/** The oldest mined transactions of an address: how many the first page lists, and whether these are all; the time of the first. */
async function readFirstTransactions(get: GetJson, address: Address, signal: AbortSignal | undefined) {
  const query = { sort: 'block_number', order: 'asc' }
  const { items, next } = readPage(await get(`/addresses/${address}/transactions`, query, signal))
  // A pending transaction has no time yet, and is not history: any caller can announce one.
  const dated = items.map((item) => readObject(item, 'transaction').timestamp).filter((time) => time !== null)
  const times = dated.map((time) => readDate(time, 'timestamp').getTime())
  return { count: times.length, time: times.length > 0 ? Math.min(...times) : undefined, isWhole: next === null }
}

async function readTransactionCount(get: GetJson, address: Address, signal: AbortSignal | undefined): Promise<number> {
  const counters = readObject(await get(`/addresses/${address}/counters`, {}, signal), 'counters')
  return Number(readDecimal(counters.transactions_count, 'transactions_count'))
}
