import type { Hash, Hex } from 'viem'
import { ServiceError } from './base.js'

/** The chain refused the call before anything was sent: nothing happened and nothing was spent. */
export class CallRefusedError extends ServiceError {
  override readonly name = 'CallRefusedError'
  /** Name of the contract's own error, where it could be decoded. */
  readonly errorName: string | undefined
  readonly errorArgs: readonly unknown[]
  /** The raw revert data, where the node gave any. */
  readonly data: Hex | undefined

  constructor(
    attempted: string,
    revert: { errorName?: string | undefined; errorArgs?: readonly unknown[] | undefined; data?: Hex | undefined },
    details?: string,
  ) {
    super(`The chain refuses ${attempted}${revert.errorName ? `: ${revert.errorName}` : ''}.`, {
      code: 'call_refused',
      details,
      metaMessages: (revert.errorArgs ?? []).map((value, index) => `Value ${index + 1}: ${String(value)}`),
    })
    this.errorName = revert.errorName
    this.errorArgs = revert.errorArgs ?? []
    this.data = revert.data
  }
}

/** The person, or the wallet on their behalf, declined to sign. Nothing was sent. */
export class SignatureDeclinedError extends ServiceError {
  override readonly name = 'SignatureDeclinedError'

  constructor(attempted: string) {
    super(`The wallet declined to sign while ${attempted}.`, { code: 'signature_declined' })
  }
}

/** The transaction was mined and reverted: its gas is spent, nothing else happened. */
export class TransactionRevertedError extends ServiceError {
  override readonly name = 'TransactionRevertedError'
  readonly txHash: Hash

  constructor(attempted: string, txHash: Hash) {
    super(`Transaction ${txHash} was mined but reverted while ${attempted}.`, { code: 'transaction_reverted' })
    this.txHash = txHash
  }
}

/**
 * It is not known whether the transaction will be mined: the node went away, or no receipt came in time.
 *
 * Do not send again. With a `txHash` the outcome can be read as soon as the chain answers; without one (a wallet that
 * broadcasts itself and went silent) look for the transfer by its claim hash.
 */
export class TransactionUnconfirmedError extends ServiceError {
  override readonly name = 'TransactionUnconfirmedError'
  readonly txHash: Hash | undefined

  constructor(attempted: string, txHash: Hash | undefined, cause: unknown) {
    super(
      txHash
        ? `Transaction ${txHash} was sent while ${attempted}, but is not confirmed yet.`
        : `It is not known whether the wallet sent the transaction while ${attempted}.`,
      {
        code: 'transaction_unconfirmed',
        cause,
        metaMessages: ['Do not send again before its outcome is known: it may still be mined.'],
      },
    )
    this.txHash = txHash
  }
}

/** The wallet put another transaction in the place of this one (a cancellation, or a different payment). */
export class TransactionReplacedError extends ServiceError {
  override readonly name = 'TransactionReplacedError'
  readonly txHash: Hash
  /** The transaction that was mined instead. */
  readonly replacementTxHash: Hash

  constructor(attempted: string, txHash: Hash, replacementTxHash: Hash) {
    super(`Transaction ${txHash} was replaced in the wallet while ${attempted}, so it did not happen.`, {
      code: 'transaction_replaced',
      metaMessages: [`Mined instead: ${replacementTxHash}`],
    })
    this.txHash = txHash
    this.replacementTxHash = replacementTxHash
  }
}

/** The account's signature would not be accepted on chain. Nothing was sent; pay by approval instead. */
export class SignatureUnusableError extends ServiceError {
  override readonly name = 'SignatureUnusableError'
  readonly account: string

  constructor(attempted: string, account: string, why: string) {
    super(`A signature of ${account} is of no use while ${attempted}: ${why}.`, {
      code: 'signature_unusable',
      metaMessages: ['Approve the contract instead and send from the account itself.'],
    })
    this.account = account
  }
}
