import { ServiceError } from './base.js'

/**
 * The box at an address has another policy, or another owner, than the one at hand. Nothing was sent; do not fund it. A
 * retry fails.
 */
export class PolicyMismatchError extends ServiceError {
  override readonly name = 'PolicyMismatchError'
  readonly account: string
  /** Name of the first field that differs, as in `EphemeralPolicy`. */
  readonly field: PolicyField
  /** As at hand. Of owner and vault the hash, which is all a box knows of them. */
  readonly expected: string | bigint | number
  /** As the chain says. */
  readonly actual: string | bigint | number

  constructor(
    account: string,
    field: PolicyField,
    expected: string | bigint | number,
    actual: string | bigint | number,
  ) {
    super(`The box ${account} has another \`${field}\` than expected.`, {
      code: 'policy_mismatch',
      metaMessages: [
        `Expected: ${expected}`,
        `Actual:   ${actual}`,
        'Do not fund it: it is not the box you mean, or not on these terms.',
      ],
    })
    this.account = account
    this.field = field
    this.expected = expected
    this.actual = actual
  }
}

/** What two policies are compared by. */
export type PolicyField =
  | 'token'
  | 'owner'
  | 'cosigner'
  | 'vault'
  | 'target'
  | 'maxAmount'
  | 'perPullMax'
  | 'expiry'
  | 'interval'
  | 'mode'

/**
 * There is no box at the address: nothing was deployed there yet, or something else stands there. A retry helps only
 * where it is `undeployed`, once it has been created.
 */
export class NotABoxError extends ServiceError {
  override readonly name = 'NotABoxError'
  readonly account: string
  /** `foreign`: there is code, but not that of a box. It may claim any policy; nothing it says is believed. */
  readonly reason: 'undeployed' | 'foreign'

  constructor(account: string, reason: 'undeployed' | 'foreign') {
    super(`The account ${account} ${reason === 'undeployed' ? 'is not deployed' : 'is not a box'}.`, {
      code: 'not_a_box',
      metaMessages: [
        `Reason: ${reason}`,
        reason === 'undeployed'
          ? 'Create it first: `createEphemeral(clients, factory, salt, policy)`.'
          : 'Send it nothing: its code is not the one behind the boxes of this chain.',
      ],
    })
    this.account = account
    this.reason = reason
  }
}

/** The box, or a rule of the library that protects its owner, does not allow this now. Nothing was sent, except for `not_paid`. */
export class BoxRefusedError extends ServiceError {
  override readonly name = 'BoxRefusedError'
  declare readonly code: BoxRefusal
  readonly account: string
  /** The amount that would still do, in base units, where one amount is too much. */
  readonly limit: bigint | undefined
  /** First Unix second in which the same call can go through, where time alone stands in the way. */
  readonly notBefore: number | undefined

  constructor(
    account: string,
    code: BoxRefusal,
    { limit, notBefore, cause }: { limit?: bigint | undefined; notBefore?: number | undefined; cause?: unknown } = {},
  ) {
    super(`The box ${account} ${sentences[code]}.`, {
      code,
      cause,
      metaMessages: [
        ...(limit === undefined ? [] : [`At most:    ${limit} base units`]),
        ...(notBefore === undefined ? [] : [`Not before: ${new Date(notBefore * 1000).toISOString()}`]),
        ...(advice[code] === undefined ? [] : [advice[code]]),
      ],
    })
    this.account = account
    this.limit = limit
    this.notBefore = notBefore
  }
}

/** Why a box was not touched. Only `too_soon` and `not_expired` end by themselves, at `notBefore`. */
export type BoxRefusal = keyof typeof sentences

const sentences = {
  over_limit: 'has less left of its cap than that',
  over_pull_cap: 'pays less than that in one pull',
  over_funded: 'would hold more than it can ever spend',
  too_soon: 'has been pulled from within its interval',
  expired: 'has expired and can no longer spend',
  not_expired: 'has not expired yet',
  not_cosigned: 'does not take this signature as its co-signer’s, for this amount and its present nonce',
  wrong_mode: 'does not make this kind of spend',
  not_vault: 'has another vault',
  signature_expired: 'does not take this sweep any more: the time of its signature is over',
  invalid_signature: 'does not take this signature as its vault’s',
  already_spent: 'has moved on since: it has spent something else, or was swept',
  not_paid: 'has not paid, although the transaction was mined',
  already_paid: 'has paid exactly this before, but the transaction was not found among the newest blocks',
} as const

const advice: Partial<Record<BoxRefusal, string>> = {
  over_funded: 'What it cannot spend can only be swept to its vault.',
  expired: 'Its vault can take everything back: `sweepExpired`, or `sweepWithSignature`.',
  not_cosigned: 'Ask the co-signer again: every spend and every sweep voids what was signed before.',
  wrong_mode: 'A box of mode 0 pays, one of mode 1 is pulled from.',
  not_vault: 'Only the vault takes back what a box holds. Connect it, or let it sign: `signSweep`.',
  signature_expired: 'Let the vault sign again: `signSweep`.',
  already_spent: 'Read it with `readAccount` before you pay again; a new payment is better made from a new box.',
  not_paid: 'Read it with `readAccount` before you pay again, and do not use that router any more.',
  already_paid: 'Do not pay again. Name an older `fromBlock` to find the transaction.',
}

/** The payer has no way to create, fund and pay a box in one transaction here. Nothing was asked and nothing sent. */
export class PrivatePayUnavailableError extends ServiceError {
  override readonly name = 'PrivatePayUnavailableError'
  readonly payer: string
  /**
   * `cannot_sign`: the payer's code takes no signature of its own, and calls cannot be batched in its name.
   * `no_allowance`: the token is moved only by an allowance of Permit, which does not cover the amount.
   */
  readonly reason: 'cannot_sign' | 'no_allowance'

  constructor(payer: string, reason: 'cannot_sign' | 'no_allowance') {
    super(`The account ${payer} cannot create, fund and pay a box in one transaction on this chain.`, {
      code: 'private_pay_unavailable',
      metaMessages: [
        `Reason: ${reason}`,
        ...(reason === 'no_allowance' ? ['Approve Permit for the token once, and try again.'] : []),
        'Or take the steps one by one: `createEphemeral`, `fundEphemeral`, `settlePrivatePayment`.',
      ],
    })
    this.payer = payer
    this.reason = reason
  }
}
