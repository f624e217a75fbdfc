import type { Address, Hash } from 'viem'
import type { ChainDeployment } from '../../chain/registry.js'
import { lower } from '../history/lower.js'
import type { Findings, ListRead, ListScope, RawRecord, TransactionRow } from './findings.js'

/** The lists of a sender's movements. */
export type MovementLists = {
  /** Movements of one token from the sender; those to it, where the list has them. */
  readTransfers: (token: Address, scope: ListScope) => Promise<ListRead<RawRecord>>
  /** Mined transactions from the sender; those to it, where the list has them. */
  readTransactions: (scope: ListScope) => Promise<ListRead<TransactionRow>>
  /** Movements of the coin inside calls. */
  readInternals: (scope: ListScope) => Promise<ListRead<RawRecord>>
}

/** The lists of one explorer that decide whether a history is complete. */
export type HistoryLists = MovementLists & {
  /**
   * Movements of tokens of all kinds from or to the sender, where they are few enough for one page. A list with a shortfall
   * says nothing.
   */
  readFewTransfers: (scope: ListScope) => Promise<ListRead<RawRecord>>
  /**
   * How far the explorer is.
   *
   * @param transactions - What is being read of them: rows that say how deep they are answer the same.
   */
  readProgress: (scope: HistoryScope, transactions: Promise<ListRead<TransactionRow>>) => Promise<Progress>
}

/** What to read of a history. */
export type HistoryScope = ListScope & {
  /** A node says where the chain is, so that the explorer's own clock need not. */
  hasNode: boolean
  /** Where the reading goes on from an earlier one: the last transaction that was listed by then. */
  last: Anchor | undefined
  /** Called with the last block that the explorer has indexed, as soon as it is known. */
  onIndexed: (indexedTo: bigint | undefined) => void
}

/** A transaction that an explorer which still has what it had will list. */
export type Anchor = {
  hash: Hash
  /** Where to read on from: a block of an earlier transaction, where there is one. Rows of one block show no order. */
  fromBlock: bigint
}

/** How far an explorer is, as far as it says. */
type Progress = { indexedTo?: bigint | undefined; indexedAt?: Date | undefined; shortfalls: unknown[] }

/**
 * Reads what only real money can write: one list for each payable token and one for the coin. Records that any caller can
 * forge are not in these lists, or cost at least the gas of a token transfer each.
 *
 * @param sender - In lower case, as all addresses of the rows.
 */
export async function readHistory(
  lists: HistoryLists,
  chain: ChainDeployment,
  sender: Address,
  scope: HistoryScope,
): Promise<Findings> {
  const tokens = payableTokens(chain)
  const readTransfers = () => Promise.all(tokens.map((token) => readTransfersOf(lists, token, scope)))
  // Records that any caller can forge lengthen this list: then each token has a list of its own.
  const readFew = async () => {
    const few = await lists.readFewTransfers(scope)
    return few.shortfall === undefined ? tokens.map((token) => onlyOf(token, few)) : undefined
  }
  const listing = lists.readTransactions({
    ...scope,
    fromBlock: scope.last?.fromBlock ?? scope.fromBlock,
    neededFrom: scope.fromBlock,
  })
  const progressing = lists.readProgress(scope, listing).then((progress) => {
    scope.onIndexed(progress.indexedTo)
    return progress
  })
  const [progress, listed, internals, first] = await Promise.all([
    progressing,
    listing,
    // Where USDC is the chain's own coin, native payments are among the token transfers.
    chain.gasIsUsdc ? undefined : lists.readInternals(scope),
    readFew().then((few) => few ?? readTransfers()),
  ])
  const transactions = { ...listed, rows: listed.rows.filter(({ blockNumber }) => blockNumber >= scope.fromBlock) }
  const isWhole = (found: readonly ListRead<RawRecord>[]) =>
    findUnlisted(chain, sender, transactions.rows, found) === undefined
  // What came in between two lists is in both when they are read again.
  const transfers = isWhole(first) ? first : await readTransfers()
  const unlisted = findUnlisted(chain, sender, transactions.rows, transfers)
  const read: ListRead<unknown>[] = [...transfers, transactions, ...(internals ? [internals] : [])]
  const paid = new Set(transactions.rows.map(({ hash, from, to, value }) => `${hash}:${from}:${to}:${value}`))
  return {
    records: [
      ...transfers.flatMap(({ rows }) => rows.map((row) => withCoin(row, chain))),
      ...transactions.rows.flatMap((row) => nativeRecord(row, chain, sender) ?? []),
      // Some instances list a transaction's own payment among the internal ones.
      ...(internals?.rows ?? []).filter(
        (row) => row.value > 0n && !paid.has(`${row.transactionHash}:${row.from}:${row.to}:${row.value}`),
      ),
    ],
    signers: new Map(transactions.rows.map(({ hash, from }) => [hash, from])),
    transactions: transactions.rows,
    shortfalls: [
      ...read.map(({ shortfall }) => shortfall),
      ...progress.shortfalls,
      unlisted && new Error(`The explorer lists the payment ${unlisted.hash} as a transaction and not as a transfer.`),
    ].filter((shortfall) => shortfall !== undefined),
    failed: read.filter(({ shortfall, listed }) => shortfall !== undefined && listed === 0).length,
    asked: read.length,
    indexedTo: progress.indexedTo ?? deepest(listed.rows),
    indexedAt: progress.indexedAt,
  }
}

/** A token whose issuer admits every holder itself is not a way to pay. */
export function payableTokens({ tokens }: ChainDeployment): Address[] {
  return tokens.filter(({ allowlisted }) => !allowlisted).map(({ address }) => address)
}

/** Not every host filters by token. */
async function readTransfersOf(lists: HistoryLists, token: Address, scope: ListScope): Promise<ListRead<RawRecord>> {
  return onlyOf(token, await lists.readTransfers(token, scope))
}

function onlyOf(token: Address, list: ListRead<RawRecord>): ListRead<RawRecord> {
  return { ...list, rows: list.rows.filter((row) => row.token === lower(token)) }
}

/** A payment that the sender has signed as a plain transfer, and that is missing from the list of such transfers. */
function findUnlisted(
  chain: ChainDeployment,
  sender: Address,
  transactions: readonly TransactionRow[],
  transfers: readonly ListRead<RawRecord>[],
): TransactionRow | undefined {
  const lists = new Map(payableTokens(chain).map((token, index) => [lower(token), transfers[index]]))
  const usdc = lower(chain.usdc)
  const hashes = new Map(
    [...lists].map(([token, list]) => [token, new Set(list?.rows.map(({ transactionHash }) => transactionHash))]),
  )
  return transactions.find(({ hash, from, to, value, transfer, isSettled }) => {
    if (!isSettled || to === null || from !== sender) return false
    const isNative = chain.gasIsUsdc && value > 0n
    const token = isNative ? usdc : to
    const payee = isNative ? to : transfer?.to
    const amount = isNative ? value : (transfer?.value ?? 0n)
    const list = lists.get(token)
    if (payee === undefined || amount === 0n || payee === sender) return false
    return list !== undefined && list.shortfall === undefined && !hashes.get(token)?.has(hash)
  })
}

/** A USDC row of 0 is a native payment below one unit there: the token's own transfers of nothing are not in the list. */
function withCoin(row: RawRecord, { gasIsUsdc, usdc }: ChainDeployment): RawRecord {
  const isCoin = gasIsUsdc && row.value === 0n && row.token === lower(usdc)
  return isCoin ? { ...row, token: null } : row
}

/** A transaction as a movement of the chain's coin, or as one of nothing whose only purpose is to be seen. */
function nativeRecord(row: TransactionRow, { gasIsUsdc }: ChainDeployment, sender: Address): RawRecord | undefined {
  const { hash: transactionHash, from, to, value, isSettled, dataBytes = 0, blockNumber, timestamp } = row
  if (!isSettled || to === null || from === to) return undefined
  if (value === 0n ? !isForShow(row, sender) : gasIsUsdc) return undefined
  const isCall = value === 0n && dataBytes > 0
  return {
    from,
    to,
    token: null,
    value,
    decimals: gasIsUsdc ? 6 : 18,
    signer: from,
    blockNumber,
    logIndex: -1,
    timestamp,
    transactionHash,
    ...(isCall && { kind: 'call' as const }),
  }
}

/** Whether a transaction of nothing reaches the sender, or is the sender's own and too short to call a function. */
function isForShow({ to, dataBytes }: TransactionRow, sender: Address): boolean {
  return dataBytes !== undefined && (to === sender || dataBytes < selectorBytes)
}

const selectorBytes = 4

/** The explorer's newest block, as the rows say how deep they are. */
export function deepest(rows: readonly TransactionRow[]): bigint | undefined {
  return rows.reduce<bigint | undefined>(
    (deepest, { indexedTo }) =>
      indexedTo !== undefined && (deepest === undefined || indexedTo > deepest) ? indexedTo : deepest,
    undefined,
  )
}
