import { type Address, type Hash, isAddressEqual } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import {
  readAddress,
  readDecimal,
  readHash,
  readLegacyRows,
  readObject,
  readSeconds,
} from '../../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { collect, type Findings, fact, type ListRead, type ListScope, type RawRecord } from '../findings.js'
import { resultWindow, rowsPerPage } from '../legacy/limits.js'
import { readTokenDecimals } from '../rows.js'

/** Everything an Etherscan-like API knows about a sender's movements, all lists at once. */
export async function readHistory(
  { legacy: get }: ExplorerApis,
  chain: ChainDeployment,
  sender: Address,
  scope: ListScope,
): Promise<Findings> {
  const list = (action: Action) => readAccountList(get, action, sender, scope)
  const { signal } = scope
  const [transfers, transactions, internals, newest] = await Promise.all([
    list('tokentx'),
    list('txlist'),
    list('txlistinternal'),
    // Not every host has it; the rows say how deep they lie, too.
    fact(signal, () => readNewestBlock(get, signal)),
  ])
  const lists = [transfers, transactions, internals]
  const heads = [
    newest.value ?? [],
    lists.flatMap(({ rows }) => rows.flatMap(({ indexedTo }) => indexedTo ?? [])),
  ].flat()
  const gap = scope.fromBlock > 0n ? undefined : gapIn(transactions, sender)
  return {
    records: [
      ...transfers.rows.flatMap((row) => tokenRecord(row) ?? []),
      ...transactions.rows.flatMap((row) => nativeRecord(row, sender, chain) ?? []),
      ...internals.rows.flatMap((row) => (row.value > 0n ? (nativeRecord(row, sender, chain) ?? []) : [])),
    ],
    signers: new Map(transactions.rows.map(({ hash, from }) => [hash, from])),
    shortfalls: [...lists.map(({ shortfall }) => shortfall), gap].filter((shortfall) => shortfall !== undefined),
    failed: lists.filter(({ shortfall, listed }) => shortfall !== undefined && listed === 0).length,
    asked: lists.length,
    indexedTo: heads.sort((a, b) => Number(a - b)).at(-1),
    indexedAt: undefined,
  }
}

async function readNewestBlock(get: GetJson, signal: AbortSignal | undefined): Promise<bigint> {
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const query = { module: 'block', action: 'getblocknobytime', timestamp, closest: 'before' }
  const { result } = readObject(await get('', query, signal), 'answer')
  return readDecimal(typeof result === 'string' ? result : readObject(result, 'result').blockNumber, 'blockNumber')
}

type Action = 'tokentx' | 'txlist' | 'txlistinternal'

type AccountRow = {
  hash: Hash
  from: Address
  to: Address | null
  token: Address | null
  value: bigint
  decimals: number
  isSettled: boolean
  isPlain: boolean
  isTransaction: boolean
  nonce: number | undefined
  blockNumber: bigint
  logIndex: number
  timestamp: Date
  indexedTo: bigint | undefined
}

/** Newest first. Hosts show a window of rows only, so behind it the list is asked for again from its last block on. */
function readAccountList(
  get: GetJson,
  action: Action,
  address: Address,
  scope: ListScope,
): Promise<ListRead<AccountRow>> {
  let page = 1
  let endBlock: bigint | undefined
  return collect(scope, async () => {
    const query: Query = {
      module: 'account',
      action,
      address,
      page: `${page}`,
      offset: `${rowsPerPage}`,
      sort: 'desc',
      ...(scope.fromBlock > 0n && { startblock: `${scope.fromBlock}` }),
      ...(endBlock !== undefined && { endblock: `${endBlock}` }),
    }
    const rows = readLegacyRows(await get('', query, scope.signal)).map((row) => readRow(row, action))
    if (rows.length < rowsPerPage) return { rows, isLast: true }
    if (++page > resultWindow / rowsPerPage) {
      const last = rows.at(-1)?.blockNumber
      if (last === undefined || last === endBlock) throw new Error(`Block ${last} has more rows than the host shows.`)
      endBlock = last
      page = 1
    }
    return { rows, isLast: false }
  })
}

/**
 * An account's transactions are numbered from 0. A list whose oldest has a higher number ends too early; a few numbers
 * may have gone to delegations.
 */
function gapIn({ rows, shortfall }: ListRead<AccountRow>, sender: Address): Error | undefined {
  const own = rows.filter(({ from }) => isAddressEqual(from, sender)).flatMap(({ nonce }) => nonce ?? [])
  if (shortfall !== undefined || own.length === 0) return undefined
  const first = own.reduce((a, b) => Math.min(a, b))
  return first > 2 ? new Error(`The list of transactions begins with number ${first}.`) : undefined
}

function readRow(value: unknown, action: Action): AccountRow {
  const row = readObject(value, 'row')
  const isToken = action === 'tokentx'
  const blockNumber = readDecimal(row.blockNumber, 'blockNumber')
  return {
    hash: readHash(row.hash ?? row.transactionHash, 'hash'),
    from: readAddress(row.from, 'from'),
    to: row.to === '' || row.to === null ? null : readAddress(row.to, 'to'),
    token: isToken ? readAddress(row.contractAddress, 'contractAddress') : null,
    value: readDecimal(row.value, 'value'),
    decimals: isToken ? readTokenDecimals(row.tokenDecimal) : 18,
    isSettled: isToken || row.isError === '0',
    isPlain: action === 'txlist' && row.input === '0x',
    isTransaction: action === 'txlist',
    nonce: action === 'txlist' && row.nonce !== undefined ? Number(readDecimal(row.nonce, 'nonce')) : undefined,
    blockNumber,
    logIndex: isToken && typeof row.logIndex === 'string' ? Number(readDecimal(row.logIndex, 'logIndex')) : -1,
    timestamp: readSeconds(readDecimal(row.timeStamp, 'timeStamp'), 'timeStamp'),
    indexedTo:
      typeof row.confirmations === 'string' && /^[1-9]\d*$/.test(row.confirmations)
        ? blockNumber + BigInt(row.confirmations) - 1n
        : undefined,
  }
}

function tokenRecord(row: AccountRow): RawRecord | undefined {
  if (row.to === null) return undefined
  const { hash: transactionHash, from, to, token, value, decimals, blockNumber, logIndex, timestamp } = row
  return { from, to, token, value, decimals, signer: null, blockNumber, logIndex, timestamp, transactionHash }
}

function nativeRecord(row: AccountRow, sender: Address, { gasIsUsdc }: ChainDeployment): RawRecord | undefined {
  const { hash: transactionHash, from, to, blockNumber, timestamp } = row
  if (!row.isSettled || to === null || isAddressEqual(from, to)) return undefined
  const isBare = row.value === 0n && row.isPlain && isAddressEqual(to, sender)
  if (!(isBare || row.value > 0n)) return undefined
  return {
    from,
    to,
    token: null,
    value: gasIsUsdc ? row.value / 10n ** 12n : row.value,
    decimals: gasIsUsdc ? 6 : 18,
    signer: row.isTransaction ? from : null,
    blockNumber,
    logIndex: -1,
    timestamp,
    transactionHash,
  }
}
