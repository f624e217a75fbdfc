import type { Address } from 'viem'
import {
  MalformedFieldError,
  readAddress,
  readDate,
  readDecimal,
  readList,
  readObject,
} from '../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../chain/explorerApi/getJson.js'
import type { MovementList } from './payees.js'
import type { Movement } from './rows.js'

/** Readers for Blockscout's REST API, version 2. */

/** Token transfers out of an address, newest first, as far as the page cap allows. */
export function readTransfersOut(
  get: GetJson,
  sender: Address,
  token: Address,
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList> {
  const query = { type: 'ERC-20', filter: 'from', token }
  return readPages(get, `/addresses/${sender}/token-transfers`, query, readTransfer, maxPages, signal)
}

/** Transactions signed by an address, newest first, as far as the page cap allows. */
export function readTransactionsOut(
  get: GetJson,
  sender: Address,
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList> {
  return readPages(get, `/addresses/${sender}/transactions`, { filter: 'from' }, readTransaction, maxPages, signal)
}

/** The oldest mined transactions of an address: how many stand on the first page, and the time of the first. */
export async function readFirstTransactions(get: GetJson, address: Address, signal: AbortSignal | undefined) {
  const query = { sort: 'block_number', order: 'asc' }
  const { items } = readPage(await get(`/addresses/${address}/transactions`, query, signal))
  // A pending transaction has no time yet, and is no history: anybody can announce one.
  const dated = items.map((item) => readObject(item, 'transaction').timestamp).filter((time) => time !== null)
  const times = dated.map((time) => readDate(time, 'timestamp').getTime())
  return { count: times.length, time: times.length > 0 ? Math.min(...times) : undefined }
}

export async function readTransactionCount(
  get: GetJson,
  address: Address,
  signal: AbortSignal | undefined,
): Promise<number> {
  const counters = readObject(await get(`/addresses/${address}/counters`, {}, signal), 'counters')
  return Number(readDecimal(counters.transactions_count, 'transactions_count'))
}

async function readPages(
  get: GetJson,
  path: string,
  query: Query,
  readItem: (item: unknown) => Movement,
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList> {
  const movements: Movement[] = []
  const seen = new Set<string>()
  let cursor: Query = {}
  for (let page = 1; page <= maxPages; page++) {
    const { items, next } = readPage(await get(path, { ...query, ...cursor }, signal))
    movements.push(...items.map(readItem))
    if (next === null) return { movements, complete: true }
    const key = JSON.stringify(next)
    if (seen.has(key)) throw new MalformedFieldError('next_page_params, which goes in a circle', next)
    seen.add(key)
    cursor = next
  }
  return { movements, complete: false }
}

export type Page = { items: readonly unknown[]; next: Query | null }

export function readPage(body: unknown): Page {
  const page = readObject(body, 'page')
  const items = readList(page.items, 'items')
  if (page.next_page_params === null) return { items, next: null }
  const entries = Object.entries(readObject(page.next_page_params, 'next_page_params')).filter(
    ([, value]) => value !== null,
  )
  if (entries.length === 0) throw new MalformedFieldError('next_page_params', page.next_page_params)
  return { items, next: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) }
}

function readTransfer(item: unknown): Movement {
  const transfer = readObject(item, 'token transfer')
  const token = readObject(transfer.token, 'token')
  return {
    from: readAddress(readObject(transfer.from, 'from').hash, 'from'),
    to: readAddress(readObject(transfer.to, 'to').hash, 'to'),
    // Builds before 2025 call it `address`.
    token: readAddress(token.address_hash ?? token.address, 'token'),
    value: readDecimal(readObject(transfer.total, 'total').value, 'total.value'),
    isSettled: true,
  }
}

function readTransaction(item: unknown): Movement {
  const transaction = readObject(item, 'transaction')
  return {
    from: readAddress(readObject(transaction.from, 'from').hash, 'from'),
    to: transaction.to === null ? null : readAddress(readObject(transaction.to, 'to').hash, 'to'),
    token: null,
    value: readDecimal(transaction.value, 'value'),
    isSettled: transaction.status === 'ok',
  }
}
