import type { Hash } from 'viem'
import { ServiceError } from './base.js'

/** The burn was not made: nothing was signed for it, and no money has moved. */
export class BridgeRefusedError extends ServiceError {
  override readonly name = 'BridgeRefusedError'
  declare readonly code: BridgeRefusal
  /** What it would take, or what is asked for, in USDC base units. */
  readonly required: bigint | undefined
  /** What there is, or what is allowed, in USDC base units. */
  readonly available: bigint | undefined

  constructor(code: BridgeRefusal, { required, available }: { required?: bigint; available?: bigint } = {}) {
    const { sentence, advice } = refusals[code]
    super(`The Bridge is not used: ${sentence}.`, {
      code,
      metaMessages: [
        ...(required === undefined ? [] : [`Required:  ${required} base units`]),
        ...(available === undefined ? [] : [`Available: ${available} base units`]),
        advice,
      ],
    })
    this.required = required
    this.available = available
  }
}

/**
 * - `not_forwarded`: the issuer does not mint on the destination by itself.
 * - `over_burn_limit`: more than one burn may take (`available`).
 * - `fee_rose`: by now the fee (`required`) is above the ceiling that was shown (`available`).
 * - `short_with_fee`: the wallet's USDC does not cover amount and fee ceiling.
 * - `short_with_gas`: it covers them, and not the gas on top, where USDC pays for gas.
 * - `no_gas`: the wallet lacks the coin that pays for gas.
 * - `recipient_needed`: the sending wallet is a contract, which need not be its owner's on the destination.
 * - `burn_unknown`: a wallet was asked for this burn before, and nobody knows what became of it.
 * - `burn_superseded`: another transaction of the wallet took the place of the burn, so it did not happen.
 */
export type BridgeRefusal = keyof typeof refusals

const refusals = {
  not_forwarded: {
    sentence: 'the issuer does not mint on the destination by itself',
    advice: 'Choose another destination. This chain is a source only.',
  },
  over_burn_limit: {
    sentence: 'the amount with its fee is more than one burn may take',
    advice: 'Split the amount.',
  },
  fee_rose: {
    sentence: 'the fee has risen above the ceiling that was shown',
    advice: 'Show a new quote, and ask again.',
  },
  short_with_fee: {
    sentence: 'the USDC of the wallet does not cover the amount with its fee',
    advice: 'Send less, or add USDC. `bridgeShortfall` says how much fits.',
  },
  short_with_gas: {
    sentence: 'the USDC of the wallet does not cover the amount with its fee and the gas',
    advice: 'Send less, or add USDC. `bridgeShortfall` says how much fits.',
  },
  no_gas: {
    sentence: 'the wallet lacks the coin that pays for gas on the source chain',
    advice: 'Add some of it.',
  },
  recipient_needed: {
    sentence: 'the sending wallet is a contract, which need not exist on the destination',
    advice: 'Name a `recipient` whose keys are known to work there.',
  },
  burn_unknown: {
    sentence: 'a wallet was asked for this burn before, and the chain does not show it yet',
    advice: 'Resume again later. Only who knows that the wallet never sent it may start anew.',
  },
  burn_superseded: {
    sentence: 'another transaction of the wallet took the place of the burn',
    advice: 'Nothing was burned. Resume, and it is made anew.',
  },
} as const satisfies Record<string, { sentence: string; advice: string }>

/**
 * The burn is attested, and the issuer does not mint. Nothing is lost: whoever has some gas on the destination can mint it
 * for the recipient, with `mintBridged` and the burn's hash alone.
 */
export class ForwardingFailedError extends ServiceError {
  override readonly name = 'ForwardingFailedError'
  /**
   * - `failed`: the issuer tried, and says that it failed.
   * - `not_attempted`: it does not try; the fee ceiling did not cover it, or it does not serve the destination.
   * - `not_on_chain`: the mint it names is not this one.
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
      metaMessages: [
        `Source domain: ${sourceDomain}`,
        'Nothing is lost: mint it with `mintBridged`, from any wallet with some gas on the destination.',
      ],
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

/** The burn is not attested yet, so nobody can mint it. It will be: ask again later. */
export class NotAttestedError extends ServiceError {
  override readonly name = 'NotAttestedError'
  readonly sourceDomain: number
  readonly burnTxHash: Hash

  constructor({ sourceDomain, burnTxHash }: { sourceDomain: number; burnTxHash: Hash }) {
    super(`The burn ${burnTxHash} is not attested yet.`, {
      code: 'not_attested',
      metaMessages: [
        `Source domain: ${sourceDomain}`,
        'An attestation takes seconds on some chains and hours on others. The money is on its way: ask again later.',
      ],
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
    super(`Transaction ${txHash} holds no burn that fits.`, {
      code: 'burn_not_found',
      metaMessages: ['Check chain and hash; `findBurns` lists the burns of a wallet.'],
    })
    this.txHash = txHash
  }
}
