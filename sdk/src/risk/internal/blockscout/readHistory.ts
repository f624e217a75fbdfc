import { type Address, type Hash, isAddressEqual } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import {
  MalformedFieldError,
  readAddress,
  readCount,
  readDate,
  readDecimal,
  readHash,
  readObject,
} from '../../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { collect, type Findings, fact, type ListRead, type ListScope, type RawRecord } from '../findings.js'
import { readZeroLogs } from '../legacy/readZeroLogs.js'
import { readTokenDecimals } from '../rows.js'
import { type Page, readPage } from './readPage.js'

/** Everything Blockscout knows about a sender's movements, all lists at once. */
export async function readHistory(
  { rest, legacy }: ExplorerApis,
  chain: ChainDeployment,
  sender: Address,
  scope: ListScope,
): Promise<Findings> {
  const { signal } = scope
  const path = `/addresses/${sender}`
  const list = <row>(name: string, readRow: (item: unknown) => row | undefined) =>
    readList(rest, `${path}/${name}`, readRow, scope)
  // Where USDC is the chain's own coin, native payments are among the token transfers, and its transfers of nothing are
  // nowhere but among the logs.
  const readTransfers = () => list('token-transfers', (item) => readTransfer(item, chain))
  const readTransactions = () => list('transactions', readTransaction)
  const [transfersFirst, transactionsFirst, internals, zeroOut, zeroIn, counted, status, head] = await Promise.all([
    readTransfers(),
    readTransactions(),
    chain.gasIsUsdc ? none<RawRecord>() : list('internal-transactions', readInternal),
    chain.gasIsUsdc ? readZeroLogs(legacy, chain.usdc, { from: sender }, scope) : none<RawRecord>(),
    chain.gasIsUsdc ? readZeroLogs(legacy, chain.usdc, { to: sender }, scope) : none<RawRecord>(),
    fact(signal, async () => readCounters(await rest(`${path}/counters`, {}, signal))),
    fact(signal, async () => assertIndexed(await rest('/main-page/indexing-status', {}, signal), chain)),
    fact(signal, async () => readHead(await rest('/blocks', { type: 'block' }, signal))),
  ])
  const counts = counted.value
  const reachesStart = ({ rows }: ListRead<TransactionRow>) =>
    rows.some(({ from, nonce }) => nonce === 0 && isAddressEqual(from, sender))
  const [transfers, transactions] = await Promise.all([
    agreeing(transfersFirst, counts?.transfers, readTransfers),
    // Some builds count by nonce, which delegations raise too.
    agreeing(transactionsFirst, reachesStart(transactionsFirst) ? 0 : counts?.transactions, readTransactions),
  ])
  const lists: ListRead<unknown>[] = [transfers, transactions, internals, zeroOut, zeroIn]
  const paid = new Set(transactions.rows.map(({ hash, from, to, value }) => `${hash}:${from}:${to}:${value}`))
  return {
    records: [
      ...transfers.rows,
      ...transactions.rows.flatMap((row) => nativeRecord(row, chain, sender) ?? []),
      // Some instances list a transaction's own payment among the internal ones.
      ...internals.rows.filter((row) => !paid.has(`${row.transactionHash}:${row.from}:${row.to}:${row.value}`)),
      ...zeroOut.rows,
      ...zeroIn.rows,
    ],
    signers: new Map(transactions.rows.map(({ hash, from }) => [hash, from])),
    shortfalls: [...lists, counted, status, head]
      .map(({ shortfall }) => shortfall)
      .filter((shortfall) => shortfall !== undefined),
    failed: lists.filter(({ shortfall, listed }) => shortfall !== undefined && listed === 0).length,
    asked: chain.gasIsUsdc ? 4 : 3,
    indexedTo: head.value?.height,
    indexedAt: head.value?.time,
  }
}

type TransactionRow = {
  hash: Hash
  from: Address
  to: Address | null
  value: bigint
  isSettled: boolean
  isPlain: boolean
  nonce: number
  blockNumber: bigint
  timestamp: Date | null
}

const none = async <row>(): Promise<ListRead<row>> => ({ rows: [], listed: 0, shortfall: undefined, isWhole: true })

/** Newest first; ends at the first row that is older than what is wanted. */
function readList<row>(
  get: GetJson,
  path: string,
  readRow: (item: unknown) => row | undefined,
  scope: ListScope,
): Promise<ListRead<row>> {
  const seen = new Set<string>()
  let cursor: Query = {}
  return collect(scope, async () => {
    const { items, next }: Page = readPage(await get(path, cursor, scope.signal))
    const rows = items.map(readRow)
    if (next === null || items.some((item) => blockOf(item) < scope.fromBlock))
      return { rows, isLast: true, isWhole: next === null }
    const key = JSON.stringify(next)
    if (seen.has(key)) throw new MalformedFieldError('next_page_params, which goes in a circle', next)
    seen.add(key)
    cursor = next
    return { rows, isLast: false }
  })
}

/** A pending transaction has no block yet, and is as new as can be. */
function blockOf(item: unknown): bigint | number {
  const { block_number } = readObject(item, 'item')
  return block_number === null ? Number.POSITIVE_INFINITY : readCount(block_number, 'block_number')
}

/**
 * A list that claims to be whole must hold what the explorer itself has counted. Counters may lag behind and never run
 * ahead, unless something has just come in: then the list has it too when it is read again.
 */
async function agreeing<row>(
  list: ListRead<row>,
  count: number | undefined,
  again: () => Promise<ListRead<row>>,
): Promise<ListRead<row>> {
  if (count === undefined || !list.isWhole || list.listed >= count) return list
  const second = await again()
  if (!second.isWhole || second.listed >= count) return second
  return { ...second, shortfall: new Error(`The explorer counts ${count} rows, and lists ${second.listed}.`) }
}

function readCounters(body: unknown): { transfers: number; transactions: number } {
  const counters = readObject(body, 'counters')
  return {
    transfers: Number(readDecimal(counters.token_transfers_count, 'token_transfers_count')),
    transactions: Number(readDecimal(counters.transactions_count, 'transactions_count')),
  }
}

function assertIndexed(body: unknown, { gasIsUsdc }: ChainDeployment): void {
  const status = readObject(body, 'indexing status')
  const isFinished =
    status.finished_indexing_blocks === true &&
    Number(status.indexed_blocks_ratio) >= 1 &&
    (gasIsUsdc || status.finished_indexing === true)
  if (!isFinished) throw new Error('The explorer has not finished indexing.')
}

function readHead(body: unknown): { height: bigint; time: Date } {
  const newest = readObject(readPage(body).items[0], 'block')
  return { height: BigInt(readCount(newest.height, 'height')), time: readDate(newest.timestamp, 'timestamp') }
}

function readTransfer(item: unknown, chain: ChainDeployment): RawRecord | undefined {
  const transfer = readObject(item, 'token transfer')
  if (transfer.token_type !== undefined && transfer.token_type !== 'ERC-20') return undefined
  const token = readObject(transfer.token, 'token')
  if (token.type !== undefined && token.type !== 'ERC-20') return undefined
  const total = readObject(transfer.total, 'total')
  const value = readDecimal(total.value, 'total.value')
  const address = readAddress(token.address_hash ?? token.address, 'token')
  return {
    from: readAddress(readObject(transfer.from, 'from').hash, 'from'),
    to: readAddress(readObject(transfer.to, 'to').hash, 'to'),
    // A USDC row of 0 is a native payment below one unit: the token's own transfers of nothing are not in this list.
    token: chain.gasIsUsdc && value === 0n && isAddressEqual(address, chain.usdc) ? null : address,
    value,
    decimals: readTokenDecimals(total.decimals),
    signer: null,
    blockNumber: BigInt(readCount(transfer.block_number, 'block_number')),
    logIndex: readCount(transfer.log_index, 'log_index'),
    timestamp: transfer.timestamp === null ? null : readDate(transfer.timestamp, 'timestamp'),
    transactionHash: readHash(transfer.transaction_hash, 'transaction_hash'),
  }
}

/** `undefined` for a transaction that is not mined. */
function readTransaction(item: unknown): TransactionRow | undefined {
  const transaction = readObject(item, 'transaction')
  if (transaction.block_number === null) return undefined
  return {
    hash: readHash(transaction.hash, 'hash'),
    from: readAddress(readObject(transaction.from, 'from').hash, 'from'),
    to: transaction.to === null ? null : readAddress(readObject(transaction.to, 'to').hash, 'to'),
    value: readDecimal(transaction.value, 'value'),
    isSettled: transaction.status === 'ok',
    isPlain: transaction.raw_input === '0x',
    nonce: readCount(transaction.nonce, 'nonce'),
    blockNumber: BigInt(readCount(transaction.block_number, 'block_number')),
    timestamp: transaction.timestamp === null ? null : readDate(transaction.timestamp, 'timestamp'),
  }
}

function readInternal(item: unknown): RawRecord | undefined {
  const internal = readObject(item, 'internal transaction')
  const value = readDecimal(internal.value, 'value')
  if (value === 0n || internal.success !== true || internal.to === null) return undefined
  return {
    from: readAddress(readObject(internal.from, 'from').hash, 'from'),
    to: readAddress(readObject(internal.to, 'to').hash, 'to'),
    token: null,
    value,
    decimals: 18,
    signer: null,
    blockNumber: BigInt(readCount(internal.block_number, 'block_number')),
    logIndex: -1,
    timestamp: internal.timestamp === null ? null : readDate(internal.timestamp, 'timestamp'),
    transactionHash: readHash(internal.transaction_hash, 'transaction_hash'),
  }
}

/**
 * A transaction as a movement of the chain's coin. Of those that move nothing only what another account sent to the sender with
 * neither value nor call data counts: it has no other purpose than to be seen.
 */
function nativeRecord(row: TransactionRow, chain: ChainDeployment, sender: Address): RawRecord | undefined {
  const { hash, from, to, value, isSettled, isPlain, blockNumber, timestamp } = row
  if (!isSettled || to === null || isAddressEqual(from, to)) return undefined
  const isBare = value === 0n && isPlain && isAddressEqual(to, sender)
  if (!(isBare || (value > 0n && !chain.gasIsUsdc))) return undefined
  const decimals = chain.gasIsUsdc ? 6 : 18
  return {
    from,
    to,
    token: null,
    value,
    decimals,
    signer: from,
    blockNumber,
    logIndex: -1,
    timestamp,
    transactionHash: hash,
  }
}
