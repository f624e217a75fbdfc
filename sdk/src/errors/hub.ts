import type { Advice } from './advice.js'
import { amountText } from './amountText.js'
import { ServiceError } from './base.js'

/**
 * The Hub does not support this, or the issuer refused it; nothing was taken. A later attempt is a new spend, with its own
 * salt.
 */
export class HubRefusedError extends ServiceError {
  override readonly name = 'HubRefusedError'
  declare readonly code: HubRefusal
  /** The balance or fee ceiling that is needed, in USDC base units. */
  readonly required: bigint | undefined
  /** What was available, in USDC base units. */
  readonly available: bigint | undefined

  constructor(
    code: HubRefusal,
    {
      required,
      available,
      details,
    }: { required?: bigint | undefined; available?: bigint | undefined; details?: string | undefined } = {},
  ) {
    const { sentence, hint, advice } = refusals[code]
    super(`The Hub refused: ${sentence}.`, {
      code,
      effect: 'none',
      retry: 'after_change',
      advice,
      settles: true,
      details,
      metaMessages: [
        ...(required === undefined ? [] : [`Required:  ${amountText(required)}`]),
        ...(available === undefined ? [] : [`Available: ${amountText(available)}`]),
      ],
      hint,
    })
    this.required = required
    this.available = available
  }
}

/** Why a spend was refused. `refused`: for a reason that only the text in `details` gives. */
export type HubRefusal = keyof typeof refusals

const refusals = {
  insufficient_balance: {
    sentence: 'the balance on the source chain does not cover amount and fee',
    hint: 'Only the confirmed balance on that chain counts. Deposit there, or spend from another chain.',
    advice: { do: 'deposit_to_hub' },
  },
  insufficient_fee: {
    sentence: 'the fee is above the ceiling',
    hint: 'Fees change. Quote again, and spend again with a higher ceiling.',
    advice: { do: 'quote_again' },
  },
  expired_intent: {
    sentence: 'the signed intent is too close to its last block',
    hint: 'Spend again: a new intent is quoted and signed.',
    advice: { do: 'quote_again' },
  },
  not_authorized: {
    sentence: 'the signer may not spend this balance',
    hint: 'Sign as the depositor, or as a delegate that `addHubDelegate` has named on the source chain.',
    advice: { do: 'use_key_account' },
  },
  contract_depositor: {
    sentence: 'this contract cannot sign for its deposits: it does not answer ERC-1271',
    hint: 'Deposit from an account with a key of its own, or from a contract that checks signatures.',
    advice: { do: 'use_key_account' },
  },
  not_forwarded: {
    sentence: 'the issuer does not mint for the recipient on this route',
    hint: 'Choose another destination.',
    advice: { do: 'choose_route' },
  },
  refused: {
    sentence: 'the issuer does not accept the request',
    hint: 'Read the details before trying again.',
    advice: { do: 'read_reason' },
  },
} as const satisfies Record<string, { sentence: string; hint: string; advice: Advice }>

/**
 * It is not known whether the Hub accepted the spend. Do not sign another one: repeat the same request with `resumeHubSpend`,
 * which is idempotent.
 */
export class HubOutcomeUnknownError extends ServiceError {
  override readonly name = 'HubOutcomeUnknownError'
  /** Identifies the spend, also on chain. */
  readonly transferSpecHash: string

  constructor(transferSpecHash: string, cause: unknown) {
    super('It is not known whether the Hub accepted the spend.', {
      code: 'hub_outcome_unknown',
      effect: 'open',
      retry: 'no',
      advice: { do: 'resume_hub_spend', transferSpecHash },
      cause,
      metaMessages: [`Spec hash: ${transferSpecHash}`],
      hint: 'Do not sign another one. Repeat the same request with `resumeHubSpend`; it cannot spend twice.',
    })
    this.transferSpecHash = transferSpecHash
  }
}

/**
 * The Hub accepted the spend, but the answer with its id was lost and is not repeated. Nothing needs to be done: the mint
 * arrives by itself, and `findHubMintOnChain` finds it on the destination chain.
 */
export class HubTransferIdLostError extends ServiceError {
  override readonly name = 'HubTransferIdLostError'
  /** Identifies the spend, also on chain. */
  readonly transferSpecHash: string

  constructor(transferSpecHash: string) {
    super('The Hub accepted the spend, but its id was lost on the way.', {
      code: 'hub_transfer_id_lost',
      effect: 'open',
      retry: 'no',
      advice: { do: 'track_hub_spend', transferSpecHash },
      metaMessages: [
        `Spec hash: ${transferSpecHash}`,
        'If the mint fails, the money is back in the balance within about ten minutes.',
      ],
      hint: 'Do not spend again: the money is on its way. `findHubMintOnChain` finds the mint.',
    })
    this.transferSpecHash = transferSpecHash
  }
}

/**
 * The mint of a spend did not happen and will not happen. The money was only held, and returns to the balance it came from
 * within about ten minutes, fee included. Spend again then.
 */
export class HubMintFailedError extends ServiceError {
  override readonly name = 'HubMintFailedError'
  readonly transferId: string
  /** In the issuer's words: `ON_CHAIN_FAILURE`, for example; `EXPIRED` where the mint was not made in time. */
  readonly reason: string | undefined

  constructor(transferId: string, reason: string | undefined) {
    super(`The Hub could not mint transfer ${transferId}.`, {
      code: 'hub_mint_failed',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'watch_hub_balance' },
      settles: true,
      metaMessages: [
        ...(reason === undefined ? [] : [`Reason: ${reason}`]),
        'The money was only held: it is back in the balance within about ten minutes, fee included.',
      ],
      hint: 'Watch `hubBalance`, then spend again. The old request stays void.',
    })
    this.transferId = transferId
    this.reason = reason
  }
}
