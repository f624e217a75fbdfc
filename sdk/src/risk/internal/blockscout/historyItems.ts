import { readCount, readDate, readDecimal, readHash, readObject } from '../../../chain/explorerApi/fields.js'
import { countDataBytes, readTransferCall } from '../callData.js'
import type { RawRecord, TransactionRow } from '../findings.js'
import { readParty, readTokenDecimals } from '../rows.js'

/** A movement of a token; one that may be owned only whole counts as one of a kind. */
export function readTransfer(item: unknown): RawRecord {
  const transfer = readObject(item, 'token transfer')
  const token = readObject(transfer.token, 'token')
  const total = readObject(transfer.total, 'total')
  const isFungible = (transfer.token_type ?? token.type ?? 'ERC-20') === 'ERC-20'
  return {
    from: readParty(readObject(transfer.from, 'from').hash, 'from'),
    to: readParty(readObject(transfer.to, 'to').hash, 'to'),
    // Builds before 2025 call it `address`.
    token: readParty(token.address_hash ?? token.address, 'token'),
    value: isFungible ? readDecimal(total.value, 'total.value') : 1n,
    decimals: isFungible ? readTokenDecimals(total.decimals) : 0,
    signer: null,
    blockNumber: BigInt(readCount(transfer.block_number, 'block_number')),
    logIndex: readCount(transfer.log_index, 'log_index'),
    timestamp: transfer.timestamp === null ? null : readDate(transfer.timestamp, 'timestamp'),
    transactionHash: readHash(transfer.transaction_hash, 'transaction_hash'),
    ...(!isFungible && { kind: 'nft' as const }),
  }
}

/** `undefined` for a transaction that is not mined. */
export function readTransaction(item: unknown): TransactionRow | undefined {
  const transaction = readObject(item, 'transaction')
  if (transaction.block_number === null) return undefined
  return {
    hash: readHash(transaction.hash, 'hash'),
    from: readParty(readObject(transaction.from, 'from').hash, 'from'),
    to: transaction.to === null ? null : readParty(readObject(transaction.to, 'to').hash, 'to'),
    value: readDecimal(transaction.value, 'value'),
    isSettled: transaction.status === 'ok',
    dataBytes: countDataBytes(transaction.raw_input),
    transfer: readTransferCall(transaction.raw_input),
    nonce: readCount(transaction.nonce, 'nonce'),
    blockNumber: BigInt(readCount(transaction.block_number, 'block_number')),
    timestamp: transaction.timestamp === null ? null : readDate(transaction.timestamp, 'timestamp'),
    indexedTo: undefined,
  }
}

/** A movement of the coin inside a call; `undefined` where nothing moved. */
export function readInternal(item: unknown): RawRecord | undefined {
  const internal = readObject(item, 'internal transaction')
  const value = readDecimal(internal.value, 'value')
  if (value === 0n || internal.success !== true || internal.to === null) return undefined
  return {
    from: readParty(readObject(internal.from, 'from').hash, 'from'),
    to: readParty(readObject(internal.to, 'to').hash, 'to'),
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
