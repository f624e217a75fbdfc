import type { Hash } from 'viem'
import type { Advice, ErrorEffect, ErrorRetry } from './advice.js'
import { amountText } from './amountText.js'
import { ServiceError } from './base.js'

/** The burn was not sent, or an earlier attempt at it has no known outcome; `code` says which rule or state prevented it. */
export class BridgeRefusedError extends ServiceError {
  override readonly name = 'BridgeRefusedError'
  declare readonly code: BridgeRefusal
  /** The amount that is needed or was requested, in the smallest unit of `coin`. */
  readonly required: bigint | undefined
  /** The amount that is available or allowed, in the smallest unit of `coin`. */
  readonly available: bigint | undefined
  /** What both amounts count: `USDC` with 6 decimals, or with `no_gas` the coin of the chain with 18. */
  readonly coin: string
  /** Label of the source chain, where the wallet is short there. */
  readonly chain: string | undefined

  constructor(code: BridgeRefusal, { required, available, coin = 'USDC', chain }: BridgeRefusalFacts = {}) {
    const { sentence, hint, advice, effect = 'none', retry = 'after_change' }: Refusal = refusals[code]
    super(`The Bridge cannot be used: ${sentence}.`, {
      code,
      effect,
      retry,
      advice: advice.do === 'lower_amount' ? { ...advice, atMost: available } : advice,
      metaMessages: [
        ...(chain === undefined ? [] : [`Chain:     ${chain}`]),
        ...(required === undefined ? [] : [`Required:  ${amountText(required, coin)}`]),
        ...(available === undefined ? [] : [`Available: ${amountText(available, coin)}`]),
      ],
      hint,
    })
    this.required = required
    this.available = available
    this.coin = coin
    this.chain = chain
  }
}

type BridgeRefusalFacts = {
  required?: bigint | undefined
  available?: bigint | undefined
  coin?: string | undefined
  chain?: string | undefined
}

/**
 * - `not_forwarded`: the issuer does not mint on the destination by itself.
 * - `over_burn_limit`: more than one burn may take (`available`).
 * - `fee_rose`: the fee (`required`) is now above the ceiling that was shown (`available`).
 * - `short_with_fee`: the wallet's USDC does not cover amount and fee ceiling.
 * - `short_with_gas`: the wallet's USDC covers amount and fee ceiling but not the gas, where gas is paid in USDC.
 * - `no_gas`: the wallet lacks the coin that pays for gas.
 * - `recipient_needed`: the sending wallet is a contract, whose address may belong to another owner on the destination.
 * - `burn_unknown`: a wallet was asked for this burn before, and its outcome is not known.
 * - `burn_superseded`: another transaction of the wallet replaced the burn, so it did not happen.
 */
export type BridgeRefusal = keyof typeof refusals

type Refusal = { sentence: string; hint: string; advice: Advice; effect?: ErrorEffect; retry?: ErrorRetry }

const addUsdc = {
  hint: 'Send less, or add USDC. `bridgeShortfall` returns the amount that fits.',
  advice: { do: 'add_funds', token: 'usdc' },
} as const

const refusals = {
  not_forwarded: {
    sentence: 'the issuer does not mint on the destination by itself',
    hint: 'Choose another destination. This chain is a source only.',
    advice: { do: 'choose_route' },
  },
  over_burn_limit: {
    sentence: 'the amount with its fee exceeds the limit of one burn',
    hint: 'Split the amount.',
    advice: { do: 'lower_amount' },
  },
  fee_rose: {
    sentence: 'the fee has risen above the ceiling that was shown',
    hint: 'Show a new quote and ask again.',
    advice: { do: 'quote_again' },
  },
  short_with_fee: { sentence: "the wallet's USDC does not cover the amount with its fee", ...addUsdc },
  short_with_gas: { sentence: "the wallet's USDC does not cover the amount with its fee and the gas", ...addUsdc },
  no_gas: {
    sentence: 'the wallet lacks the coin that pays for gas on the source chain',
    hint: 'Add some of it.',
    advice: { do: 'add_funds', token: 'gas' },
  },
  recipient_needed: {
    sentence: 'the sending wallet is a contract, which may not exist on the destination',
    hint: 'Pass a `recipient` that is known to be controlled there.',
    advice: { do: 'name_recipient' },
  },
  burn_unknown: {
    sentence: 'a wallet was asked for this burn before, and it is not on chain yet',
    hint: 'Resume later. Start over only if the wallet is known not to have sent it.',
    advice: { do: 'resume_bridge' },
    effect: 'open',
    retry: 'later',
  },
  burn_superseded: {
    sentence: 'another transaction of the wallet replaced the burn',
    hint: 'Nothing was burned. Resume to send the burn again.',
    advice: { do: 'resume_bridge' },
    retry: 'later',
  },
} as const satisfies Record<string, Refusal>

/**
 * The burn is attested, and the issuer does not mint it. Nothing is lost: any wallet with some gas on the destination can
 * mint it for the recipient, with `mintBridged` and the burn's hash alone.
 */
export class ForwardingFailedError extends ServiceError {
  override readonly name = 'ForwardingFailedError'
  /**
   * - `failed`: the issuer tried and reports a failure.
   * - `not_attempted`: the issuer does not try; the fee ceiling did not cover it, or it does not serve the destination.
   * - `not_on_chain`: the mint that the issuer names is not the one of this burn.
   */
  readonly reason: 'failed' | 'not_attempted' | 'not_on_chain'
  readonly sourceDomain: number
  readonly burnTxHash: Hash

  constructor(
    reason: ForwardingFailedError['reason'],
    { sourceDomain, burnTxHash }: { sourceDomain: number; burnTxHash: Hash },
  ) {
    super(`The burn ${burnTxHash} is attested, but ${forwardingSentences[reason]}.`, {
      code: 'forwarding_failed',
      effect: 'done',
      retry: 'no',
      advice: { do: 'mint_bridged', sourceDomain, burnTxHash },
      metaMessages: [`Source domain: ${sourceDomain}`],
      hint: 'Nothing is lost: mint it with `mintBridged`, from any wallet with some gas on the destination.',
    })
    this.reason = reason
    this.sourceDomain = sourceDomain
    this.burnTxHash = burnTxHash
  }
}

const forwardingSentences = {
  failed: "the issuer's own mint failed",
  not_attempted: 'the issuer does not mint it by itself',
  not_on_chain: 'the mint that the issuer names is not found on the destination',
} as const

/** The burn is not attested yet and cannot be minted. Ask again later. */
export class NotAttestedError extends ServiceError {
  override readonly name = 'NotAttestedError'
  readonly sourceDomain: number
  readonly burnTxHash: Hash

  constructor({ sourceDomain, burnTxHash }: { sourceDomain: number; burnTxHash: Hash }) {
    super(`The burn ${burnTxHash} is not attested yet.`, {
      code: 'not_attested',
      effect: 'open',
      retry: 'later',
      advice: { do: 'track_bridge', sourceDomain, burnTxHash },
      metaMessages: [`Source domain: ${sourceDomain}`],
      hint: 'An attestation takes seconds on some chains and hours on others. The money is on its way: ask again later.',
    })
    this.sourceDomain = sourceDomain
    this.burnTxHash = burnTxHash
  }
}

/** The transaction burned nothing for the Bridge, or not what was asked for. */
export class BurnNotFoundError extends ServiceError {
  override readonly name = 'BurnNotFoundError'
  readonly txHash: Hash

  constructor(txHash: Hash) {
    super(`Transaction ${txHash} contains no matching burn.`, {
      code: 'burn_not_found',
      effect: 'open',
      retry: 'after_change',
      advice: { do: 'check_transaction', txHash },
      settles: true,
      hint: 'Check chain and hash; `findBurns` lists the burns of a wallet.',
    })
    this.txHash = txHash
  }
}
