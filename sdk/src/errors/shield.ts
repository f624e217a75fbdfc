import type { Advice, ErrorEffect, ErrorRetry } from './advice.js'
import { amountText } from './amountText.js'
import { ServiceError } from './base.js'

/**
 * The box at an address has another policy, or another owner, than expected. Nothing was sent; do not fund it. A retry
 * fails.
 */
export class PolicyMismatchError extends ServiceError {
  override readonly name = 'PolicyMismatchError'
  readonly account: string
  /** Name of the first field that differs, as in `EphemeralPolicy`. */
  readonly field: PolicyField
  /** The expected value; of owner and vault their hash, which is all that a box stores. */
  readonly expected: string | bigint | number
  /** The value on chain. */
  readonly actual: string | bigint | number

  constructor(
    account: string,
    field: PolicyField,
    expected: string | bigint | number,
    actual: string | bigint | number,
  ) {
    super(`The box ${account} has another \`${field}\` than expected.`, {
      code: 'policy_mismatch',
      effect: 'none',
      retry: 'no',
      advice: { do: 'avoid_account', account },
      metaMessages: [`Expected: ${expected}`, `Actual:   ${actual}`],
      hint: 'Do not fund it: it is another box, or has other terms.',
    })
    this.account = account
    this.field = field
    this.expected = expected
    this.actual = actual
  }
}

/** The fields by which two policies are compared. */
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
 * There is no box at the address: nothing is deployed there yet, or other code is. A retry helps only where it is
 * `undeployed`, once the box has been created.
 */
export class NotABoxError extends ServiceError {
  override readonly name = 'NotABoxError'
  readonly account: string
  /** `foreign`: there is code, but not that of a box. It may claim any policy, so nothing it returns is trusted. */
  readonly reason: 'undeployed' | 'foreign'

  constructor(account: string, reason: 'undeployed' | 'foreign') {
    const isUndeployed = reason === 'undeployed'
    super(`The account ${account} ${isUndeployed ? 'is not deployed' : 'is not a box'}.`, {
      code: 'not_a_box',
      effect: 'none',
      retry: isUndeployed ? 'after_change' : 'no',
      advice: { do: isUndeployed ? 'create_box' : 'avoid_account', account },
      metaMessages: [`Reason: ${reason}`],
      hint: isUndeployed
        ? 'Create it first: `createEphemeral(clients, factory, salt, policy)`.'
        : 'Send nothing to it: its code is not that of the boxes on this chain.',
    })
    this.account = account
    this.reason = reason
  }
}

/** The box, or a rule that protects its owner, does not allow this now. Nothing was sent, except for `not_paid`. */
export class BoxRefusedError extends ServiceError {
  override readonly name = 'BoxRefusedError'
  declare readonly code: BoxRefusal
  readonly account: string
  /** The largest amount that is still possible, in base units, where the amount was too large. */
  readonly limit: bigint | undefined
  /** First Unix second in which the same call can succeed, where only time prevents it. */
  readonly notBefore: number | undefined

  constructor(
    account: string,
    code: BoxRefusal,
    { limit, notBefore, cause }: { limit?: bigint | undefined; notBefore?: number | undefined; cause?: unknown } = {},
  ) {
    const { sentence, hint, advice, effect = 'none', retry = 'after_change' }: Refusal = refusals[code]
    super(`The box ${account} ${sentence}.`, {
      code,
      effect,
      retry,
      advice: factsOf(advice, { account, limit, notBefore }),
      cause,
      metaMessages: [
        ...(limit === undefined ? [] : [`At most:    ${amountText(limit)}`]),
        ...(notBefore === undefined ? [] : [`Not before: ${new Date(notBefore * 1000).toISOString()}`]),
      ],
      hint,
    })
    this.account = account
    this.limit = limit
    this.notBefore = notBefore
  }
}

/** Why a box was not touched. Only `too_soon` and `not_expired` end by themselves, at `notBefore`. */
export type BoxRefusal = keyof typeof refusals

type BoxAdvice = Extract<
  Advice['do'],
  | 'lower_amount'
  | 'wait_until'
  | 'sweep_box'
  | 'look_up_box'
  | 'ask_cosigner'
  | 'use_other_action'
  | 'act_as_vault'
  | 'find_payment'
>

type Refusal = { sentence: string; hint?: string; advice: BoxAdvice; effect?: ErrorEffect; retry?: ErrorRetry }

const refusals = {
  over_limit: { sentence: 'has less left of its cap than that', advice: 'lower_amount' },
  over_pull_cap: { sentence: 'pays less than that in one pull', advice: 'lower_amount' },
  over_funded: {
    sentence: 'would hold more than it can ever spend',
    hint: 'Funds that it cannot spend can only be swept to its vault.',
    advice: 'lower_amount',
  },
  too_soon: { sentence: 'was already pulled from within its interval', advice: 'wait_until', retry: 'later' },
  expired: {
    sentence: 'has expired and can no longer spend',
    hint: 'Its vault can take everything back: `sweepExpired`, or `sweepWithSignature`.',
    advice: 'sweep_box',
    retry: 'no',
  },
  not_expired: { sentence: 'has not expired yet', advice: 'wait_until', retry: 'later' },
  not_cosigned: {
    sentence: 'does not accept this signature as its co-signer’s, for this amount and its present nonce',
    hint: 'Ask the co-signer again: every spend and every sweep voids earlier signatures.',
    advice: 'ask_cosigner',
  },
  wrong_mode: {
    sentence: 'does not make this kind of spend',
    hint: 'A box of mode 0 pays, one of mode 1 is pulled from.',
    advice: 'use_other_action',
  },
  not_vault: {
    sentence: 'has another vault',
    hint: 'Only the vault takes back what a box holds. Connect it, or let it sign: `signSweep`.',
    advice: 'act_as_vault',
  },
  signature_expired: {
    sentence: 'no longer accepts this sweep: its signature has expired',
    hint: 'Let the vault sign again: `signSweep`.',
    advice: 'act_as_vault',
  },
  invalid_signature: { sentence: 'does not accept this signature as its vault’s', advice: 'act_as_vault' },
  already_spent: {
    sentence: 'has changed since: it has spent something else, or was swept',
    hint: 'Read it with `readAccount` before paying again; prefer a new box for a new payment.',
    advice: 'look_up_box',
    retry: 'no',
  },
  not_paid: {
    sentence: 'has not paid, although the transaction was mined',
    hint: 'Read it with `readAccount` before paying again, and do not use that router again.',
    advice: 'look_up_box',
    effect: 'done',
    retry: 'no',
  },
  already_paid: {
    sentence: 'has paid exactly this before, but the transaction is not among the newest blocks',
    hint: 'Do not pay again. Pass an older `fromBlock` to find the transaction.',
    advice: 'find_payment',
    effect: 'done',
    retry: 'no',
  },
} as const satisfies Record<string, Refusal>

function factsOf(
  advice: BoxAdvice,
  { account, limit, notBefore = 0 }: { account: string; limit: bigint | undefined; notBefore: number | undefined },
): Advice {
  if (advice === 'lower_amount') return { do: advice, atMost: limit }
  if (advice === 'wait_until') return { do: advice, unixSeconds: notBefore }
  return { do: advice, account }
}

/** The payer cannot create, fund and pay a box in one transaction on this chain. Nothing was signed or sent. */
export class PrivatePayUnavailableError extends ServiceError {
  override readonly name = 'PrivatePayUnavailableError'
  readonly payer: string
  /**
   * `cannot_sign`: the payer's code accepts no signature of its own, and its calls cannot be batched.
   * `no_allowance`: the token moves only by an allowance of Permit, which does not cover the amount.
   */
  readonly reason: 'cannot_sign' | 'no_allowance'

  constructor(payer: string, reason: 'cannot_sign' | 'no_allowance') {
    super(`The account ${payer} cannot create, fund and pay a box in one transaction on this chain.`, {
      code: 'private_pay_unavailable',
      effect: 'none',
      retry: 'after_change',
      advice: reason === 'no_allowance' ? { do: 'approve', spender: 'permit' } : { do: 'pay_in_steps' },
      metaMessages: [
        `Reason: ${reason}`,
        ...(reason === 'no_allowance' ? ['Approve Permit for the token once, and try again.'] : []),
      ],
      hint: 'Or take the steps one by one: `createEphemeral`, `fundEphemeral`, `settlePrivatePayment`.',
    })
    this.payer = payer
    this.reason = reason
  }
}
