import { type Address, getAddress } from 'viem'
import type { LedgerTransaction } from '../ledger/types.js'
import { type ExplorerContext, indexed, indexedHead } from './context.js'
import { type LegacyReply, missing, ok, refused } from './legacyReply.js'
import type { References } from './references.js'
import { decimal } from './shapes.js'

const maxRows = 10_000

/** `module=account`: `txlist`, `txlistinternal`, `tokentx` and `balance`. Numbers are decimal text. */
export async function legacyAccount(
  context: ExplorerContext,
  references: References,
  query: URLSearchParams,
): Promise<LegacyReply> {
  const action = query.get('action')?.toLowerCase()
  const absent = action === 'tokentx' && query.get('contractaddress') ? undefined : missing(query, ['address'])
  if (absent !== undefined) return absent
  for (const name of ['address', 'contractaddress'])
    if (query.get(name) && !/^0x[0-9a-fA-F]{40}$/.test(query.get(name) ?? '')) return refused(`Invalid ${name} format`)
  const page = Number(query.get('page') ?? 1)
  const offset = Number(query.get('offset') ?? maxRows)
  if (!(page >= 1) || !(offset >= 1)) return refused('Invalid page or offset format')
  if (page * offset > maxRows)
    return refused(`Result window is too large, PageNo x Offset size must be less than or equal to ${maxRows}`, [])

  const address = parse(query.get('address'))
  switch (action) {
    case 'balance':
      return ok(decimal(await context.anvil.request('eth_getBalance', [address, 'latest'])))
    case 'txlist': {
      const direction = query.get('filter_by')
      const items = visible(context, query, context.index.transactionsOf(address ?? ''), (item) => item).filter(
        ({ from, to }) => (direction === 'from' ? from === address : direction === 'to' ? to === address : true),
      )
      const page = pageOf(context, query, items)
      return rows(
        page.map((item) => transactionRow(context, item)),
        'No transactions found',
      )
    }
    case 'txlistinternal': {
      const all = visible(context, query, context.ledger.transactions, (item) => item)
      const items = all.flatMap((transaction) =>
        transaction.internal
          .filter(({ from, to }) => [from, to].some((party) => getAddress(party) === address))
          .map((internal) => internalRow(transaction, internal)),
      )
      return rows(pageOf(context, query, items), 'No internal transactions found')
    }
    default:
      return tokenTransfers(context, references, query, address)
  }
}

async function tokenTransfers(
  context: ExplorerContext,
  references: References,
  query: URLSearchParams,
  address: Address | undefined,
) {
  const contract = parse(query.get('contractaddress'))
  const known = context.index.transfersOf(address ?? contract ?? '')
  const items = visible(context, query, known, ({ transaction }) => transaction).filter(
    (item) =>
      item.kind.type === 'ERC-20' &&
      (contract === undefined || item.token === contract) &&
      (address === undefined || item.from === address || item.to === address),
  )
  const page = pageOf(context, query, items)
  const token = await references.tokens(
    page.map((item) => item.token),
    new Map(),
  )
  return rows(
    page.map(({ transaction, from, to, token: contractAddress, kind, log }) => ({
      ...transactionRow(context, transaction),
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      contractAddress: contractAddress.toLowerCase(),
      value: kind.type === 'ERC-20' ? kind.value.toString() : '',
      tokenName: token(contractAddress)?.name ?? '',
      tokenSymbol: token(contractAddress)?.symbol ?? '',
      tokenDecimal: token(contractAddress)?.decimals ?? '',
      logIndex: String(log.logIndex),
    })),
    'No token transfers found',
  )
}

/** The items that the explorer has indexed, within the blocks that the query names. */
function visible<item>(
  context: ExplorerContext,
  query: URLSearchParams,
  items: readonly item[],
  transactionOf: (item: item) => LedgerTransaction,
): readonly item[] {
  const from = Number(query.get('startblock') ?? query.get('start_block') ?? 0)
  const to = Number(query.get('endblock') ?? query.get('end_block') ?? Number.MAX_SAFE_INTEGER)
  return indexed(context, items, transactionOf).filter((item) => {
    const { blockNumber } = transactionOf(item)
    return blockNumber >= from && blockNumber <= to
  })
}

/** One page of items, which are given oldest first; the newest come first unless the query sorts ascending. */
function pageOf<item>(context: ExplorerContext, query: URLSearchParams, items: readonly item[]): readonly item[] {
  const ordered = query.get('sort') === 'asc' ? items : items.toReversed()
  const { truncateItems } = context.faults.current.explorer
  const kept = truncateItems === null ? ordered : ordered.slice(0, truncateItems)
  const offset = Number(query.get('offset') ?? maxRows)
  const start = (Number(query.get('page') ?? 1) - 1) * offset
  return kept.slice(start, start + offset)
}

/** The answer with rows. The real API calls an empty list a refusal. */
function rows(page: readonly unknown[], empty: string): LegacyReply {
  return page.length === 0 ? refused(empty, []) : ok(page)
}

function transactionRow(context: ExplorerContext, transaction: LedgerTransaction) {
  const { transaction: raw, receipt } = transaction
  return {
    blockNumber: String(transaction.blockNumber),
    timeStamp: String(transaction.timestamp),
    hash: transaction.hash,
    nonce: decimal(raw.nonce),
    blockHash: transaction.blockHash,
    transactionIndex: String(transaction.index),
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase() ?? '',
    contractAddress: transaction.contractAddress?.toLowerCase() ?? '',
    value: transaction.value.toString(),
    gas: decimal(raw.gas),
    gasPrice: decimal(receipt.effectiveGasPrice),
    gasUsed: decimal(receipt.gasUsed),
    cumulativeGasUsed: decimal(receipt.cumulativeGasUsed),
    input: raw.input,
    confirmations: String(indexedHead(context) - transaction.blockNumber + 1),
    isError: transaction.success ? '0' : '1',
    txreceipt_status: transaction.success ? '1' : '0',
  }
}

function internalRow(transaction: LedgerTransaction, internal: LedgerTransaction['internal'][number]) {
  return {
    blockNumber: String(transaction.blockNumber),
    timeStamp: String(transaction.timestamp),
    transactionHash: transaction.hash,
    index: String(internal.index),
    from: internal.from.toLowerCase(),
    to: internal.to.toLowerCase(),
    contractAddress: '',
    value: internal.value.toString(),
    input: '',
    type: internal.type,
    callType: 'call',
    gas: decimal(internal.gas),
    gasUsed: '0',
    isError: internal.success ? '0' : '1',
    errCode: internal.success ? '' : 'Reverted',
  }
}

function parse(address: string | null): Address | undefined {
  return address ? getAddress(address.toLowerCase()) : undefined
}
