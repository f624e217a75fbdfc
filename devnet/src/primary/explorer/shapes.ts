import { type Address, decodeErrorResult, erc20Abi, getAddress, type Hex, hexToBigInt } from 'viem'
import type { LedgerLog, LedgerTransaction } from '../ledger/types.js'
import type { TokenTransfer } from './ExplorerIndex.js'
import { methodOf } from './methodNames.js'
import type { AddressReference } from './references.js'

type Refer = (address: Address | null) => AddressReference | null

/** `2026-11-20T14:00:00.000000Z` */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('Z', '000Z')
}

export function transactionShape(
  transaction: LedgerTransaction,
  refer: Refer,
  transfers: readonly TokenTransfer[],
  head: number,
) {
  const { transaction: raw, receipt, success } = transaction
  const fee = feeOf(transaction)
  return {
    hash: transaction.hash,
    block_number: transaction.blockNumber,
    position: transaction.index,
    timestamp: isoTime(transaction.timestamp),
    status: success ? 'ok' : 'error',
    result: success ? 'success' : 'execution reverted',
    from: refer(transaction.from),
    to: refer(transaction.to),
    created_contract: refer(transaction.contractAddress),
    value: transaction.value.toString(),
    fee: { type: 'actual', value: fee.toString() },
    gas_limit: decimal(raw.gas),
    gas_used: decimal(receipt.gasUsed),
    gas_price: decimal(receipt.effectiveGasPrice),
    base_fee_per_gas: '20000000000',
    max_fee_per_gas: decimal(raw.maxFeePerGas),
    max_priority_fee_per_gas: decimal(raw.maxPriorityFeePerGas),
    priority_fee: null,
    transaction_burnt_fee: '0',
    type: Number(raw.type ?? 0),
    nonce: Number(raw.nonce),
    confirmations: head - transaction.blockNumber + 1,
    confirmation_duration: [0, 500],
    method: methodOf(transaction),
    raw_input: raw.input,
    decoded_input: null,
    transaction_types: transactionTypes(transaction, transfers),
    revert_reason: success ? null : revertReason(transaction.revertData),
    authorization_list: authorizations(raw.authorizationList),
    token_transfers: null,
    token_transfers_overflow: null,
    has_error_in_internal_transactions: transaction.internal.some(({ success }) => !success),
    is_pending_update: false,
    exchange_rate: null,
    historic_exchange_rate: null,
    transaction_tag: null,
  }
}

export function transferShape(transfer: TokenTransfer, refer: Refer, token: (address: Address) => unknown) {
  const { transaction, log, kind } = transfer
  // The explorer's tokens all have this field.
  const tokenObject = token(transfer.token) as { decimals: string | null } | null
  return {
    transaction_hash: transaction.hash,
    block_hash: transaction.blockHash,
    block_number: transaction.blockNumber,
    log_index: log.logIndex,
    timestamp: isoTime(transaction.timestamp),
    from: refer(transfer.from),
    to: refer(transfer.to),
    token: tokenObject,
    token_type: kind.type,
    total:
      kind.type === 'ERC-20'
        ? { value: kind.value.toString(), decimals: tokenObject?.decimals ?? null }
        : { token_id: kind.tokenId.toString(), token_instance: null },
    type: transferType(transfer),
    method: methodOf(transaction),
  }
}

export function logShape(log: LedgerLog, refer: Refer) {
  return {
    transaction_hash: log.transactionHash,
    block_hash: log.blockHash,
    block_number: log.blockNumber,
    block_timestamp: isoTime(log.timestamp),
    index: log.logIndex,
    address: refer(log.address),
    smart_contract: refer(log.address),
    topics: [0, 1, 2, 3].map((position) => log.topics[position] ?? null),
    data: log.data,
    decoded: null,
  }
}

export function internalShape(
  transaction: LedgerTransaction,
  internal: LedgerTransaction['internal'][number],
  refer: Refer,
) {
  return {
    transaction_hash: transaction.hash,
    block_number: transaction.blockNumber,
    transaction_index: transaction.index,
    index: internal.index,
    from: refer(internal.from),
    to: internal.type.startsWith('create') ? null : refer(internal.to),
    created_contract: internal.type.startsWith('create') ? refer(internal.to) : null,
    type: internal.type,
    value: internal.value.toString(),
    gas_limit: decimal(internal.gas),
    success: internal.success,
    error: internal.success ? null : 'Reverted',
    timestamp: isoTime(transaction.timestamp),
  }
}

/** Fee paid, in wei. */
export function feeOf({ receipt }: LedgerTransaction): bigint {
  // Every receipt has both as hex.
  return hexToBigInt(receipt.gasUsed as Hex) * hexToBigInt(receipt.effectiveGasPrice as Hex)
}

/** Decimal text of a hex quantity. */
export function decimal(value: unknown): string | null {
  return typeof value === 'string' ? BigInt(value).toString() : null
}

function transferType({ from, to }: TokenTransfer): string {
  if (/^0x0+$/.test(from)) return 'token_minting'
  return /^0x0+$/.test(to) ? 'token_burning' : 'token_transfer'
}

function transactionTypes(transaction: LedgerTransaction, transfers: readonly TokenTransfer[]): string[] {
  const { transaction: raw, to, value } = transaction
  return [
    ...(raw.input !== '0x' && to !== null ? ['contract_call'] : []),
    ...(to === null ? ['contract_creation'] : []),
    ...(value > 0n ? ['coin_transfer'] : []),
    ...(transfers.length > 0 ? ['token_transfer'] : []),
    ...(raw.type === '0x4' ? ['set_code_transaction'] : []),
  ]
}

function revertReason(data: Hex | undefined) {
  if (data === undefined || data === '0x') return { raw: '0x' }
  try {
    const { errorName, args } = decodeErrorResult({ abi: erc20Abi, data })
    // viem also decodes the language's own errors, which the type of this ABI leaves out.
    if ((errorName as string) !== 'Error') return { raw: data }
    // That error has one argument, of a type that this ABI leaves out too.
    const parameters = [{ name: 'reason', type: 'string', value: (args as readonly unknown[] | undefined)?.[0] }]
    return { method_call: 'Error(string reason)', method_id: '08c379a0', parameters }
  } catch {
    return { raw: data }
  }
}

function authorizations(list: unknown) {
  if (!Array.isArray(list)) return null
  return list.map((item: Record<string, unknown>) => ({
    address_hash: getAddress(String(item.address)),
    authority: null,
    chain_id: Number(item.chainId),
    nonce: decimal(item.nonce),
    r: decimal(item.r),
    s: decimal(item.s),
    v: Number(item.yParity ?? 0) + 27,
    status: null,
  }))
}
