import type { Hash } from 'viem'
import type { Advice } from './advice.js'
import { amountText } from './amountText.js'
import { ServiceError } from './base.js'

/** The transfer is not in a state that allows the operation. A retry fails until the state changes. */
export class TransferUnavailableError extends ServiceError {
  override readonly name = 'TransferUnavailableError'
  readonly reason: TransferUnavailableReason
  readonly transferId: bigint

  constructor(transferId: bigint, reason: TransferUnavailableReason, cause?: unknown) {
    super(`Transfer ${transferId} ${sentences[reason]}.`, {
      code: 'transfer_unavailable',
      effect: 'none',
      retry: reason === 'not_expired' ? 'later' : 'after_change',
      advice: reason === 'not_sender' ? { do: 'connect_account' } : { do: 'look_up_transfer', transferId },
      settles: true,
      cause,
      metaMessages: [`Reason: ${reason}`],
    })
    this.transferId = transferId
    this.reason = reason
  }
}

/** Which state prevents the operation. `not_expired` applies to returns only, `not_open` to releases. */
export type TransferUnavailableReason =
  | 'not_pending'
  | 'expired'
  | 'not_expired'
  | 'unknown'
  | 'not_sender'
  | 'wrong_claim_mode'
  | 'not_open'

const sentences = {
  not_pending: 'is no longer open, or is locked after five wrong codes',
  expired: 'can no longer be claimed: its deadline has passed and the money goes back to its sender',
  not_expired: 'cannot be returned yet: its deadline has not passed',
  unknown: 'does not exist',
  not_sender: 'can be changed only by its sender',
  wrong_claim_mode: 'is claimed in another way: its terms decide between code, key and release',
  not_open: 'has a recorded recipient, whose claim needs no release',
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
      effect: 'done',
      retry: 'after_change',
      advice: { do: 'ask_for_code', attemptsRemaining },
      settles: true,
      metaMessages: [`Attempts remaining: ${attemptsRemaining}`, `Transaction:        ${txHash}`],
      hint: 'Ask the sender for the code again before the next attempt.',
    })
    this.transferId = transferId
    this.attemptsRemaining = attemptsRemaining
    this.txHash = txHash
  }
}

/** Five wrong codes locked the transfer. The money is safe: the sender can cancel, rekey, or wait for its return. */
export class TransferLockedError extends ServiceError {
  override readonly name = 'TransferLockedError'
  readonly transferId: bigint
  /** The transaction that locked it; undefined when it was found locked before anything was sent. */
  readonly txHash: Hash | undefined

  constructor(transferId: bigint, txHash?: Hash) {
    super(`Transfer ${transferId} is locked after five wrong codes.`, {
      code: 'transfer_locked',
      effect: txHash ? 'done' : 'none',
      retry: 'after_change',
      advice: { do: 'rekey_transfer', transferId },
      settles: true,
      metaMessages: txHash ? [`Transaction: ${txHash}`] : [],
      hint: 'The money is still in the contract: its sender can cancel it, set a new code, or wait for its return.',
    })
    this.transferId = transferId
    this.txHash = txHash
  }
}

/** The transfer pays another address than the claim expects. The code has not left this process. */
export class ClaimRecipientMismatchError extends ServiceError {
  override readonly name = 'ClaimRecipientMismatchError'
  readonly transferId: bigint
  /** Whom the transfer pays. */
  readonly recorded: string
  /** Whom the claim was to pay. */
  readonly expected: string
  /** Whether the two look the same where only their ends are shown: someone has been deceived. */
  readonly isLookalike: boolean

  constructor(transferId: bigint, recorded: string, expected: string, isLookalike: boolean) {
    super(
      isLookalike
        ? `Transfer ${transferId} pays ${recorded}, an address that imitates ${expected}. Its sender was deceived.`
        : `Transfer ${transferId} pays ${recorded}, not ${expected}.`,
      {
        code: 'claim_recipient_mismatch',
        effect: 'none',
        retry: 'no',
        advice: { do: 'confirm_address', address: recorded, imitates: isLookalike ? [expected] : [] },
        settles: true,
        hint: isLookalike
          ? 'Keep the code to yourself, and ask the sender to cancel and to send to your address.'
          : 'To claim for that address, name it as `recipient`.',
      },
    )
    this.transferId = transferId
    this.recorded = recorded
    this.expected = expected
    this.isLookalike = isLookalike
  }
}

/** The signature is not by the claim key of the transfer: the code or link is another transfer's. Nothing was counted. */
export class ClaimKeyInvalidError extends ServiceError {
  override readonly name = 'ClaimKeyInvalidError'
  readonly transferId: bigint

  constructor(transferId: bigint) {
    super(`The claim is not signed by the key of transfer ${transferId}.`, {
      code: 'claim_key_invalid',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'look_up_transfer', transferId },
      hint: 'Check the code or link, the transfer id, and the chain and contract that were signed for.',
    })
    this.transferId = transferId
  }
}

/** The transfer is open and pays only whom its sender releases it to. */
export class ReleaseRequiredError extends ServiceError {
  override readonly name = 'ReleaseRequiredError'
  readonly transferId: bigint

  constructor(transferId: bigint) {
    super(`Transfer ${transferId} waits for the release of its sender.`, {
      code: 'release_required',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'look_up_transfer', transferId },
      hint: 'Ask for it with `requestRelease`; the sender then uses `release`.',
    })
    this.transferId = transferId
  }
}

/**
 * One item stopped a batch, of which nothing was done. `cause` is what the item alone would have thrown.
 */
export class BatchItemFailedError extends ServiceError {
  override readonly name = 'BatchItemFailedError'
  /** Place of the item, from 0. */
  readonly index: number

  constructor(index: number, cause: Error) {
    const isOurs = cause instanceof ServiceError
    super(`Item ${index} of the batch failed.`, {
      code: 'batch_item_failed',
      effect: 'none',
      retry: isOurs ? cause.retry : 'after_change',
      advice: isOurs ? cause.advice : { do: 'correct_input', parameter: 'items' },
      cause,
      hint: 'Nothing of the batch was done. Mend the item, or leave it out.',
    })
    this.index = index
  }
}

/** The claim was mined, but its receipt has no outcome of this transfer. Read the transfer's state before acting. */
export class ClaimOutcomeUnknownError extends ServiceError {
  override readonly name = 'ClaimOutcomeUnknownError'
  readonly txHash: Hash

  constructor(txHash: Hash) {
    super(`Transaction ${txHash} was mined, but has no event of the transfer.`, {
      code: 'claim_outcome_unknown',
      effect: 'open',
      retry: 'no',
      advice: { do: 'look_up_transfer' },
      hint: 'Read the transfer with `getTransfer`: its status shows whether the money has moved.',
    })
    this.txHash = txHash
  }
}

/** The terms name a verifier other than the built-in one, which may accept any claim. */
export class UntrustedVerifierError extends ServiceError {
  override readonly name = 'UntrustedVerifierError'
  readonly verifier: string

  constructor(configId: string, verifier: string) {
    super(`The terms ${configId} leave the decision on a claim to ${verifier}, not to the built-in code check.`, {
      code: 'untrusted_verifier',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'allow_verifier', verifier },
      hint: 'If you trust that contract with this money, name it in `allowVerifier`.',
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
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'register_config', configId },
      hint: 'Register them first: `registerConfig(clients, defineConfig())`.',
    })
    this.configId = configId
  }
}

/** The payer's USDC or allowance does not cover the amount. */
export class InsufficientFundsError extends ServiceError {
  override readonly name = 'InsufficientFundsError'
  readonly what: 'balance' | 'allowance'
  /** USDC base units; the message says both amounts in USDC. */
  readonly needed: bigint
  /** USDC base units. */
  readonly available: bigint

  constructor(what: 'balance' | 'allowance', needed: bigint, available: bigint, advice: FundingAdvice) {
    super(`The ${what} of ${amountText(available)} does not cover ${amountText(needed)}.`, {
      code: what === 'balance' ? 'insufficient_balance' : 'insufficient_allowance',
      effect: 'none',
      retry: 'after_change',
      advice,
      hint: hintOf(advice),
    })
    this.what = what
    this.needed = needed
    this.available = available
  }
}

/** Ways to cover an amount. */
export type FundingAdvice = Extract<
  Advice,
  { do: 'add_funds' | 'fund_box' | 'deposit_to_vault' | 'lower_amount' | 'approve' }
>

function hintOf(advice: FundingAdvice): string {
  const less = advice.do === 'approve' || advice.atMost === undefined ? 'less' : `at most ${amountText(advice.atMost)}`
  switch (advice.do) {
    case 'add_funds':
      return `Add funds to ${advice.account ?? 'the account'}, or use ${less}.`
    case 'fund_box':
      return `Fund the box ${advice.account} first, or use ${less}.`
    case 'deposit_to_vault':
      return `Deposit into the vault first, or use ${less}.`
    case 'lower_amount':
      return `Use ${less}: an account that has never sent a transaction cannot be emptied by signature.`
    case 'approve':
      return approvals[advice.spender]
  }
}

const approvals = {
  transfer_contract: 'Approve first: `approveUsdc(clients, amount)`, or pass `approve: true`.',
  permit: 'Approve the Permit contract once: `approvePermit(clients)`.',
  vault: 'Approve the vault first, or pass `approve: true`.',
  bridge: 'Another program replaced the allowance. Nothing was burned. Try again; a new approval is sent.',
  hub: 'Another program replaced the allowance. Nothing was deposited. Try again; a new approval is sent.',
} as const

/** The mined transaction created no transfer under the requested claim hash. */
export class ClaimHashNotFoundError extends ServiceError {
  override readonly name = 'ClaimHashNotFoundError'
  readonly txHash: Hash

  constructor(txHash: Hash) {
    super(`Transaction ${txHash} was mined, but created no transfer under this claim hash.`, {
      code: 'claim_hash_not_found',
      effect: 'open',
      retry: 'no',
      advice: { do: 'check_transaction', txHash },
      settles: true,
      hint: 'Check chain, contract address and claim hash; `findTransfer` searches all transfers of the sender.',
    })
    this.txHash = txHash
  }
}

/** The wallet made another transfer than it was asked for. The sender can cancel it until it is claimed. */
export class TransferDiffersError extends ServiceError {
  override readonly name = 'TransferDiffersError'
  readonly transferId: bigint
  readonly txHash: Hash
  /** What is not as it was asked for. */
  readonly differs: readonly TransferDifference[]

  constructor(transferId: bigint, txHash: Hash, differs: readonly TransferDifference[]) {
    super(
      `Transfer ${transferId} is not the one that the wallet was asked to make: it differs in ${differs.join(', ')}.`,
      {
        code: 'transfer_differs',
        effect: 'done',
        retry: 'no',
        advice: { do: 'look_up_transfer', transferId },
        settles: true,
        metaMessages: [`Transaction: ${txHash}`],
        hint: 'Cancel it before it is claimed, and find out what the wallet has done before you send again.',
      },
    )
    this.transferId = transferId
    this.txHash = txHash
    this.differs = differs
  }
}

/** A field of a transfer that is not as it was asked for. The deadline, fee and claim mode are those of `configId`. */
export type TransferDifference = 'to' | 'amount' | 'configId' | 'claimHash'
