import type { Hash } from 'viem'
import { ServiceError } from './base.js'

/** The transfer is not in a state that allows the operation. A retry fails until the state changes. */
export class TransferUnavailableError extends ServiceError {
  override readonly name = 'TransferUnavailableError'
  readonly reason: TransferUnavailableReason
  readonly transferId: bigint

  constructor(transferId: bigint, reason: TransferUnavailableReason, cause?: unknown) {
    super(`Transfer ${transferId} ${sentences[reason]}.`, {
      code: 'transfer_unavailable',
      cause,
      metaMessages: [`Reason: ${reason}`],
    })
    this.transferId = transferId
    this.reason = reason
  }
}

/** Which state stands in the way. `not_expired` belongs to returns alone. */
export type TransferUnavailableReason = 'not_pending' | 'expired' | 'not_expired' | 'unknown' | 'not_sender'

const sentences = {
  not_pending: 'is not open any more, or is locked after five wrong codes',
  expired: 'can no longer be claimed: its deadline has passed and the money goes back to its sender',
  not_expired: 'cannot be returned yet: its deadline has not passed',
  unknown: 'does not exist',
  not_sender: 'can be changed only by its sender',
} as const satisfies Record<TransferUnavailableReason, string>

/** The code was wrong, and the attempt is spent. */
export class WrongClaimCodeError extends ServiceError {
  override readonly name = 'WrongClaimCodeError'
  readonly transferId: bigint
  readonly attemptsRemaining: number
  readonly txHash: Hash

  constructor(transferId: bigint, attemptsRemaining: number, txHash: Hash) {
    super(`The code does not open transfer ${transferId}.`, {
      code: 'wrong_claim_code',
      metaMessages: [
        `Attempts remaining: ${attemptsRemaining}`,
        `Transaction:        ${txHash}`,
        'Ask the sender for the code again before the next attempt.',
      ],
    })
    this.transferId = transferId
    this.attemptsRemaining = attemptsRemaining
    this.txHash = txHash
  }
}

/** Five wrong codes have closed the claim path. The money is safe: the sender can cancel, rekey, or wait for its return. */
export class TransferLockedError extends ServiceError {
  override readonly name = 'TransferLockedError'
  readonly transferId: bigint
  /** The transaction that locked it; undefined when it was found locked before anything was sent. */
  readonly txHash: Hash | undefined

  constructor(transferId: bigint, txHash?: Hash) {
    super(`Transfer ${transferId} is locked after five wrong codes.`, {
      code: 'transfer_locked',
      metaMessages: [
        ...(txHash ? [`Transaction: ${txHash}`] : []),
        'The money is still in the contract: its sender can cancel it, set a new code, or wait for its return.',
      ],
    })
    this.transferId = transferId
    this.txHash = txHash
  }
}

/** The claim was mined but its receipt holds no outcome of this transfer. Read the transfer's state before acting. */
export class ClaimOutcomeUnknownError extends ServiceError {
  override readonly name = 'ClaimOutcomeUnknownError'
  readonly txHash: Hash

  constructor(txHash: Hash) {
    super(`Transaction ${txHash} was mined, but says nothing about the transfer.`, {
      code: 'claim_outcome_unknown',
      metaMessages: ['Read the transfer with `getTransfer`: its status tells whether the money has moved.'],
    })
    this.txHash = txHash
  }
}

/** The terms name a verifier other than the built-in one, which may say yes to anybody. */
export class UntrustedVerifierError extends ServiceError {
  override readonly name = 'UntrustedVerifierError'
  readonly verifier: string

  constructor(configId: string, verifier: string) {
    super(`The terms ${configId} leave the decision on a claim to ${verifier}, not to the built-in code check.`, {
      code: 'untrusted_verifier',
      metaMessages: ['If you trust that contract with this money, name it in `allowVerifier`.'],
    })
    this.verifier = verifier
  }
}

/** The terms were never registered on this chain. */
export class UnknownConfigError extends ServiceError {
  override readonly name = 'UnknownConfigError'
  readonly configId: string

  constructor(configId: string) {
    super(`No terms are registered under ${configId}.`, {
      code: 'unknown_config',
      metaMessages: ['Register them first: `registerConfig(clients, defineConfig())`.'],
    })
    this.configId = configId
  }
}

/** The payer's USDC or allowance does not cover the amount. */
export class InsufficientFundsError extends ServiceError {
  override readonly name = 'InsufficientFundsError'
  readonly what: 'balance' | 'allowance'
  readonly needed: bigint
  readonly available: bigint

  constructor(what: 'balance' | 'allowance', needed: bigint, available: bigint, whatToDo: string) {
    super(`The ${what} of ${available} USDC base units does not cover ${needed}.`, {
      code: what === 'balance' ? 'insufficient_balance' : 'insufficient_allowance',
      metaMessages: [whatToDo],
    })
    this.what = what
    this.needed = needed
    this.available = available
  }
}

/** The mined transaction created no transfer under the claim hash that was asked for. */
export class ClaimHashNotFoundError extends ServiceError {
  override readonly name = 'ClaimHashNotFoundError'
  readonly txHash: Hash

  constructor(txHash: Hash) {
    super(`Transaction ${txHash} was mined, but created no transfer under this claim hash.`, {
      code: 'claim_hash_not_found',
      metaMessages: ['Check chain, contract address and claim hash; `findTransfer` searches all of the sender.'],
    })
    this.txHash = txHash
  }
}
