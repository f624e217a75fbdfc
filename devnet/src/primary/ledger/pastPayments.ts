import { type Address, getAddress, type Hex, numberToHex, pad } from 'viem'
import { BASE_FEE, primaryAddresses, WEI_PER_UNIT } from '../facts.js'
import { toRpcLog } from './ingest.js'
import { TRANSFER_TOPIC } from './traceLogs.js'
import type { LedgerLog, LedgerTransaction } from './types.js'

/** Payments that `backfill` puts into one block. */
export const PAYMENTS_PER_BLOCK = 100

const amount = 1_000_000n
const gasUsed = numberToHex(50_000)

/** Transactions of an account that has paid 1 USDC to each payee, as the ledger would hold them. */
export function pastPayments(
  from: Address,
  payees: readonly Address[],
  { firstNonce, firstBlock, timestamp }: { firstNonce: number; firstBlock: number; timestamp: number },
): LedgerTransaction[] {
  const key = lower(from)
  const signer = getAddress(from)
  return payees.map((payee, index) => {
    const nonce = firstNonce + index
    const position = index % PAYMENTS_PER_BLOCK
    const blockNumber = firstBlock + Math.floor(index / PAYMENTS_PER_BLOCK)
    // No other hash begins with an address.
    const hash: Hex = `${key}${nonce.toString(16).padStart(24, '0')}`
    const blockHash = pad(numberToHex(blockNumber))
    const logs = movementLogs(from, payee).map(
      (log, order): LedgerLog => ({
        ...log,
        blockNumber,
        blockHash,
        transactionHash: hash,
        transactionIndex: position,
        logIndex: 2 * position + order,
        timestamp,
      }),
    )
    return {
      hash,
      blockNumber,
      blockHash,
      index: position,
      timestamp,
      from: signer,
      to: primaryAddresses.usdc,
      contractAddress: null,
      value: 0n,
      success: true,
      transaction: {
        hash,
        nonce: numberToHex(nonce),
        gas: gasUsed,
        type: '0x2',
        input: `0xa9059cbb${word(payee).slice(2)}${numberToHex(amount, { size: 32 }).slice(2)}`,
      },
      receipt: {
        status: '0x1',
        gasUsed,
        cumulativeGasUsed: gasUsed,
        effectiveGasPrice: numberToHex(BASE_FEE),
        logs: logs.map(toRpcLog),
      },
      logs,
      internal: [],
      created: [],
      revertData: undefined,
    }
  })
}

function movementLogs(from: Address, to: Address): { address: Address; topics: readonly Hex[]; data: Hex }[] {
  const topics = [TRANSFER_TOPIC, word(from), word(to)] as const
  return [
    { address: primaryAddresses.systemEmitter, topics, data: numberToHex(amount * WEI_PER_UNIT, { size: 32 }) },
    { address: primaryAddresses.usdc, topics, data: numberToHex(amount, { size: 32 }) },
  ]
}

function word(address: Address): Hex {
  return `0x${lower(address).slice(2).padStart(64, '0')}`
}

function lower(address: Address): Hex {
  // Lower case of hex is hex.
  return address.toLowerCase() as Hex
}
