import type { Address, Hash, Log } from 'viem'
import { ClaimOutcomeUnknownError, TransferLockedError, WrongClaimCodeError } from '../errors/transfer.js'
import { assertTransferId, eventsOf } from './internal/contract.js'

/** The wrong code that locks a transfer: the fifth. */
export const MAX_CLAIM_ATTEMPTS = 5

/**
 * Judges a mined claim by its logs; for gasless flows, where another account submitted it.
 *
 * Only events of `contractAddress` about exactly `transferId` count, so events planted by others decide nothing.
 *
 * @returns `txHash`, when the claim paid the recipient.
 * @throws {@link WrongClaimCodeError} with `attemptsRemaining`; {@link TransferLockedError} when this was the fifth
 *   wrong code; {@link ClaimOutcomeUnknownError} when the logs say nothing about the transfer.
 * @example
 * const hash = interpretClaimReceipt(receipt.logs, contractAddress, 42n, receipt.transactionHash)
 */
export function interpretClaimReceipt(
  receiptLogs: readonly Log[],
  contractAddress: Address,
  transferId: bigint,
  txHash: Hash,
): Hash {
  assertTransferId(transferId)
  const events = eventsOf(receiptLogs, contractAddress).filter(
    ({ args }) => 'transferId' in args && args.transferId === transferId,
  )
  if (events.some(({ eventName }) => eventName === 'TransferClaimed')) return txHash
  if (events.some(({ eventName }) => eventName === 'TransferLocked')) throw new TransferLockedError(transferId, txHash)
  const failed = events.findLast((event) => event.eventName === 'ClaimAttemptFailed')
  if (failed?.eventName === 'ClaimAttemptFailed')
    throw new WrongClaimCodeError(transferId, MAX_CLAIM_ATTEMPTS - failed.args.attempts, txHash)
  throw new ClaimOutcomeUnknownError(txHash)
}
