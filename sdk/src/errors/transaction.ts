import type { Hash, Hex } from 'viem'
import { ServiceError } from './base.js'

/** The chain refused the call before it was included: nothing happened and nothing was spent. */
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
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'read_reason' },
      settles: true,
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
    super(`The wallet declined to sign while ${attempted}.`, {
      code: 'signature_declined',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'sign_again', signer: 'wallet' },
    })
  }
}

/**
 * The wallet did not answer its prompt in time, has an earlier one open or no connection, or the caller gave up.
 *
 * A wallet that sends by itself may still do so when the person answers: then `effect` is `open`. A signature that comes
 * late is dropped, and nothing has happened.
 */
export class WalletSilentError extends ServiceError {
  override readonly name = 'WalletSilentError'

  constructor(attempted: string, sends: boolean, cause?: unknown) {
    super(`The wallet did not answer while ${attempted}.`, {
      code: 'wallet_silent',
      effect: sends ? 'open' : 'none',
      retry: sends ? 'no' : 'after_change',
      advice: sends ? { do: 'look_up_transaction' } : { do: 'sign_again', signer: 'wallet' },
      cause,
      hint: sends
        ? 'Close its prompt, and look up the transaction before anything is sent again: it may still be sent.'
        : undefined,
    })
  }
}

/** The transaction was mined and reverted: its gas is spent, and nothing else happened. */
export class TransactionRevertedError extends ServiceError {
  override readonly name = 'TransactionRevertedError'
  readonly txHash: Hash

  constructor(attempted: string, txHash: Hash) {
    super(`Transaction ${txHash} was mined but reverted while ${attempted}.`, {
      code: 'transaction_reverted',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'look_up_transaction', txHash },
      settles: true,
    })
    this.txHash = txHash
  }
}

/**
 * It is not known whether the transaction will be mined: the node became unreachable, or no receipt arrived in time.
 *
 * Do not send again. With a `txHash` the outcome can be read as soon as the chain answers; without one (a wallet that
 * broadcasts by itself and stopped answering) look for the transfer by its claim hash.
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
        effect: 'open',
        retry: 'no',
        advice: { do: 'look_up_transaction', txHash },
        cause,
        hint: 'Do not send again before its outcome is known: it may still be mined.',
      },
    )
    this.txHash = txHash
  }
}

/**
 * The wallet replaced the transaction with another one: a cancellation, or a different payment.
 *
 * Where the other one could not be found, it is not known what happened: look at the sender's transactions before anything
 * is sent again.
 */
export class TransactionReplacedError extends ServiceError {
  override readonly name = 'TransactionReplacedError'
  readonly txHash: Hash
  /** The transaction that was mined instead; `undefined` where it could not be found. */
  readonly replacementTxHash: Hash | undefined

  constructor(attempted: string, txHash: Hash, replacementTxHash: Hash | undefined) {
    const isFound = replacementTxHash !== undefined
    super(
      isFound
        ? `Transaction ${txHash} was replaced in the wallet while ${attempted}, so it did not happen.`
        : `The nonce of transaction ${txHash} was used while ${attempted}, by a transaction that could not be found.`,
      {
        code: 'transaction_replaced',
        effect: 'open',
        retry: isFound ? 'after_change' : 'no',
        advice: { do: 'look_up_transaction', txHash: replacementTxHash },
        settles: isFound,
        metaMessages: isFound ? [`Mined instead: ${replacementTxHash}`] : [],
        hint: isFound ? undefined : "Look at the sender's transactions before anything is sent again.",
      },
    )
    this.txHash = txHash
    this.replacementTxHash = replacementTxHash
  }
}

/** The account's signature would not be accepted on chain. Nothing was sent; pay by approval instead. */
export class SignatureUnusableError extends ServiceError {
  override readonly name = 'SignatureUnusableError'
  readonly account: string

  constructor(attempted: string, account: string, why: string) {
    super(`A signature of ${account} cannot be used while ${attempted}: ${why}.`, {
      code: 'signature_unusable',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'send_from_account' },
      hint: 'Approve the contract instead and send from the account itself.',
    })
    this.account = account
  }
}
