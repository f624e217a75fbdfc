import { readDecimal, readHash, readObject, readSeconds } from '../../../chain/explorerApi/fields.js'
import { countDataBytes, readTransferCall } from '../callData.js'
import type { RawRecord, TransactionRow } from '../findings.js'
import { readParty, readTokenDecimals } from '../rows.js'

/** A row of `txlist`. */
export function readTransactionRow(value: unknown): TransactionRow {
  const row = readObject(value, 'row')
  const blockNumber = readDecimal(row.blockNumber, 'blockNumber')
  return {
    hash: readHash(row.hash, 'hash'),
    from: readParty(row.from, 'from'),
    to: row.to === '' || row.to === null ? null : readParty(row.to, 'to'),
    value: readDecimal(row.value, 'value'),
    isSettled: row.isError === '0',
    dataBytes: countDataBytes(row.input),
    transfer: readTransferCall(row.input),
    nonce: row.nonce === undefined ? undefined : Number(readDecimal(row.nonce, 'nonce')),
    blockNumber,
    timestamp: readSeconds(readDecimal(row.timeStamp, 'timeStamp'), 'timeStamp'),
    indexedTo:
      typeof row.confirmations === 'string' && /^[1-9]\d*$/.test(row.confirmations)
        ? blockNumber + BigInt(row.confirmations) - 1n
        : undefined,
  }
}

/** A row of `tokentx`. */
export function readTransferRow(value: unknown): RawRecord {
  const row = readObject(value, 'row')
  return {
    from: readParty(row.from, 'from'),
    to: readParty(row.to, 'to'),
    token: readParty(row.contractAddress, 'contractAddress'),
    value: readDecimal(row.value, 'value'),
    decimals: readTokenDecimals(row.tokenDecimal),
    signer: null,
    blockNumber: readDecimal(row.blockNumber, 'blockNumber'),
    logIndex: typeof row.logIndex === 'string' ? Number(readDecimal(row.logIndex, 'logIndex')) : -1,
    timestamp: readSeconds(readDecimal(row.timeStamp, 'timeStamp'), 'timeStamp'),
    transactionHash: readHash(row.hash, 'hash'),
  }
}

/** A row of `txlistinternal`: a movement of the coin inside a call. One that failed moved nothing. */
export function readInternalRow(value: unknown): RawRecord {
  const row = readObject(value, 'row')
  const from = readParty(row.from, 'from')
  const isMoved = row.isError === '0' && row.to !== '' && row.to !== null
  return {
    from,
    to: isMoved ? readParty(row.to, 'to') : from,
    token: null,
    value: isMoved ? readDecimal(row.value, 'value') : 0n,
    decimals: 18,
    signer: null,
    blockNumber: readDecimal(row.blockNumber, 'blockNumber'),
    logIndex: -1,
    timestamp: readSeconds(readDecimal(row.timeStamp, 'timeStamp'), 'timeStamp'),
    transactionHash: readHash(row.hash ?? row.transactionHash, 'hash'),
  }
}
