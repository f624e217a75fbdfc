import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { MalformedFieldError, readAddress, readDecimal, readObject } from '../../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import type { MovementList } from '../payees.js'
import type { Movement } from '../rows.js'
import { readPage } from './readPage.js'

/** Lists of what an address has paid in the given tokens and in the chain's coin, as far as the page cap allows. */
export function readPayments(
  { rest }: ExplorerApis,
  { gasIsUsdc }: ChainDeployment,
  sender: Address,
  tokens: readonly Address[],
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList[]> {
  return Promise.all([
    ...tokens.map((token) => readTransfersOut(rest, sender, token, maxPages, signal)),
    // Where USDC is the chain's own coin, its explorer lists native payments among the token transfers.
    ...(gasIsUsdc ? [] : [readTransactionsOut(rest, sender, maxPages, signal)]),
  ])
}

/** Token transfers out of an address, newest first, as far as the page cap allows. */
function readTransfersOut(
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
function readTransactionsOut(
  get: GetJson,
  sender: Address,
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList> {
  return readPages(get, `/addresses/${sender}/transactions`, { filter: 'from' }, readTransaction, maxPages, signal)
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
