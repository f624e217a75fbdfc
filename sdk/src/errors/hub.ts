import { ServiceError } from './base.js'

/**
 * The Hub is of no use for this, or the issuer said no, and nothing was taken. A retry can help as the message says; a new one is a new spend,
 * with a salt of its own.
 */
export class HubRefusedError extends ServiceError {
  override readonly name = 'HubRefusedError'
  declare readonly code: HubRefusal
  /** What it would take, in USDC base units: of balance, or of fee ceiling. */
  readonly required: bigint | undefined
  /** What there was, in USDC base units. */
  readonly available: bigint | undefined

  constructor(
    code: HubRefusal,
    {
      required,
      available,
      details,
    }: { required?: bigint | undefined; available?: bigint | undefined; details?: string | undefined } = {},
  ) {
    super(`The Hub does not do this: ${sentences[code]}.`, {
      code,
      details,
      metaMessages: [
        ...(required === undefined ? [] : [`Required:  ${required} base units`]),
        ...(available === undefined ? [] : [`Available: ${available} base units`]),
        advice[code],
      ],
    })
    this.required = required
    this.available = available
  }
}

/** Why a spend was refused. `refused`: for a reason that only its text in `details` tells. */
export type HubRefusal = keyof typeof sentences

const sentences = {
  insufficient_balance: 'the balance on the source chain does not cover amount and fee',
  insufficient_fee: 'its fee is above the ceiling',
  expired_intent: 'the signed intent is too close to its last block',
  not_authorized: 'the signer may not spend this balance',
  contract_depositor: 'a contract could never sign for what it deposits',
  not_forwarded: 'nobody mints for the recipient on this route',
  refused: 'the issuer does not take the request',
} as const

const advice: Readonly<Record<HubRefusal, string>> = {
  insufficient_balance:
    'Only the balance on that chain counts, and no deposit that is still waiting. Deposit there, or spend from another.',
  insufficient_fee: 'Fees move. Quote again, and spend again with a higher ceiling.',
  expired_intent: 'Spend again: a new intent is quoted and signed.',
  not_authorized: 'Sign with the depositor’s own key; a contract cannot sign a spend.',
  contract_depositor: 'Deposit from an account with a key of its own.',
  not_forwarded: 'Choose another destination.',
  refused: 'Read the details before you try again.',
}

/**
 * It is not known whether the Hub took the spend. Do not sign another one: repeat the same request with `resumeHubSpend`,
 * as often as you like. It cannot spend twice.
 */
export class HubOutcomeUnknownError extends ServiceError {
  override readonly name = 'HubOutcomeUnknownError'
  /** What the spend is known by, also on chain. */
  readonly transferSpecHash: string

  constructor(transferSpecHash: string, cause: unknown) {
    super('It is not known whether the Hub took the spend.', {
      code: 'hub_outcome_unknown',
      cause,
      metaMessages: [
        `Spec hash: ${transferSpecHash}`,
        'Do not sign another one. Repeat the same request with `resumeHubSpend`; it cannot spend twice.',
      ],
    })
    this.transferSpecHash = transferSpecHash
  }
}

/**
 * The Hub took the spend, but the answer with its id was lost and does not come again. Nothing has to be done: the mint
 * arrives by itself, and `findHubMintOnChain` sees it on the destination chain.
 */
export class HubTransferIdLostError extends ServiceError {
  override readonly name = 'HubTransferIdLostError'
  /** What the spend is known by, also on chain. */
  readonly transferSpecHash: string

  constructor(transferSpecHash: string) {
    super('The Hub took the spend, but its id was lost on the way.', {
      code: 'hub_transfer_id_lost',
      metaMessages: [
        `Spec hash: ${transferSpecHash}`,
        'Do not spend again: the money is on its way. `findHubMintOnChain` tells when it has arrived.',
        'Should the mint fail, the money is back in the balance within about ten minutes.',
      ],
    })
    this.transferSpecHash = transferSpecHash
  }
}

/**
 * The mint of a spend did not happen and will not happen. The money is not lost: it was only held, and comes back to the
 * balance it came from within about ten minutes, the fee with it. Spend again then.
 */
export class HubMintFailedError extends ServiceError {
  override readonly name = 'HubMintFailedError'
  readonly transferId: string
  /** In the issuer's words: `ON_CHAIN_FAILURE`, for example; `EXPIRED` where nobody minted in time. */
  readonly reason: string | undefined

  constructor(transferId: string, reason: string | undefined) {
    super(`The Hub could not mint transfer ${transferId}.`, {
      code: 'hub_mint_failed',
      metaMessages: [
        ...(reason === undefined ? [] : [`Reason: ${reason}`]),
        'The money was only held: it is back in the balance within about ten minutes, the fee with it.',
        'Watch `hubBalance`, then spend again. The old request stays void.',
      ],
    })
    this.transferId = transferId
    this.reason = reason
  }
}
