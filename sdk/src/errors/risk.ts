import type { Address, Hash } from 'viem'
import { ServiceError } from './base.js'

/** The firewall stopped the payment before anything was signed or sent. A retry helps only when the facts change. */
export class RiskBlockedError extends ServiceError {
  override readonly name = 'RiskBlockedError'
  /** The whole verdict, for a screen that explains it. */
  readonly report: RiskReport
  /** Codes of the rules that count against the payment, worst first. */
  readonly reasons: readonly string[]

  constructor(report: RiskReport) {
    const against = report.reasons.filter(({ severity }) => severity !== 'safe')
    const imitated = against.flatMap(({ lookalikeOf }) => lookalikeOf ?? [])
    super(`The payment to ${report.target} was stopped before any money moved.`, {
      code: 'risk_blocked',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'confirm_address', address: report.target, imitates: imitated },
      metaMessages: [
        `To:         ${report.target}`,
        ...imitated.map((address) => `Looks like: ${address}`),
        ...against.map(({ code, message }) => `${code}: ${message}`),
        ...(report.complete ? [] : ['Sources are missing: check again when they answer.']),
        '',
      ],
      hint:
        imitated.length > 0
          ? 'Get the address from its owner again. Do not copy it from a transaction history.'
          : 'Confirm the address with its owner before paying.',
    })
    this.report = report
    this.reasons = [...new Set(against.map(({ code }) => code))]
  }
}

/** A data source returned no usable answer: unreachable, refused, too late or malformed. A retry can help. */
export class DataUnavailableError extends ServiceError {
  override readonly name = 'DataUnavailableError'

  constructor(attempted: string, cause: unknown) {
    super(`No usable answer was returned while ${attempted}.`, {
      code: 'data_unavailable',
      effect: 'none',
      retry: 'later',
      advice: { do: 'ask_again' },
      cause,
      hint: 'Missing data is never safe: treat the payment as unchecked until the source answers.',
    })
  }
}

// The verdict is declared beside the error that carries it, because every other layer imports errors.

/** A verdict, worst last. */
export type RiskLevel = 'safe' | 'warning' | 'block'

/**
 * The rules of the firewall.
 *
 * - `LOOKALIKE_ADDRESS`: has the same first and last characters as another address that the sender knows.
 * - `ZERO_VALUE_BAIT`: a zero-value transfer in the sender's history names the target.
 * - `COUNTERFEIT_TOKEN_BAIT`: a transfer of a token outside the registry, made by a third party, names the target.
 * - `DUST_BAIT`: the target sent a tiny amount, which puts its address into the sender's history.
 * - `NEW_ADDRESS`: no history on the chain.
 * - `FRESH_ADDRESS`: first seen less than 24 hours ago.
 * - `VERIFIED_RECIPIENT`: a protected transfer from this sender has settled there.
 * - `KNOWN_COUNTERPARTY`: exactly the address the sender has paid before, saved or owns.
 * - `DATA_UNAVAILABLE`: a source did not answer, or not completely.
 */
export type RiskRuleCode =
  | 'LOOKALIKE_ADDRESS'
  | 'ZERO_VALUE_BAIT'
  | 'COUNTERFEIT_TOKEN_BAIT'
  | 'DUST_BAIT'
  | 'NEW_ADDRESS'
  | 'FRESH_ADDRESS'
  | 'VERIFIED_RECIPIENT'
  | 'KNOWN_COUNTERPARTY'
  | 'DATA_UNAVAILABLE'

/** One finding. */
export type RiskReason = {
  code: RiskRuleCode
  severity: RiskLevel
  /** English fallback; applications translate by `code`. */
  message: string
  /** The address the payer probably means. */
  lookalikeOf?: Address | undefined
  /**
   * Further addresses that the sender knows well and the target resembles, where that is only a warning: a decision about
   * `lookalikeOf` says nothing about them.
   */
  alsoLike?: readonly Address[] | undefined
  /** Number of baits. */
  count?: number | undefined
  /** Sources that did not answer. */
  sources?: readonly string[] | undefined
  /** Transactions that hold the evidence, oldest first: at most ten of them. */
  transactionHashes?: readonly Hash[] | undefined
  /** How many characters target and `lookalikeOf` share at each end, confusable ones included where only they agree. */
  matched?: { prefix: number; suffix: number } | undefined
  /** How well the sender knows `lookalikeOf`. */
  strength?: ReferenceStrength | undefined
  /**
   * The sender knows target and `lookalikeOf` equally well, so only a person can decide which one is genuine: `block`
   * where the target was paid later or the order is unknown, `warning` where it was paid earlier.
   */
  undecided?: true | undefined
  /** What is recorded about the target, then about `lookalikeOf`: evidence for that decision. */
  sides?: readonly [LookalikeSide, LookalikeSide] | undefined
}

/**
 * How well a sender knows an address.
 *
 * - `strong`: owns it, saved it, completed a protected transfer to it, or paid it at least 1 USDC, and at least 1 % of
 *   what the address it is compared with was paid. Only these can cause a block.
 * - `weak`: paid it less.
 * - `soft`: has only been paid by it, at least 1 USDC; or it is in an imported list of contacts that was not confirmed.
 */
export type ReferenceStrength = 'strong' | 'weak' | 'soft'

/** One of two addresses that look alike, as the sender's history knows it. Amounts are in USDC base units. */
export type LookalikeSide = {
  address: Address
  saved: 'contact' | 'own' | undefined
  /** A protected transfer from the sender has settled there. */
  isSettled: boolean
  /** Payments of the sender. */
  payments: number
  /** Their sum; other stablecoins count at par, a coin of 18 decimals as 1,000 USDC. */
  paid: bigint
  /** Sum of what it has paid the sender, likewise. */
  income: bigint
  /** `null` where it was never paid, or no source says when. */
  firstPaidAt: Date | null
  /** Records that advertise it. */
  baits: number
}

/** What the firewall found about one payment, at one moment. */
export type RiskReport = {
  target: Address
  sender: Address
  /** The worst severity among the reasons; `safe` only when `complete`. */
  level: RiskLevel
  /** Worst first. */
  reasons: readonly RiskReason[]
  /** True only when every source answered in full. */
  complete: boolean
  /** When the check began. It is a snapshot: check again before signing. */
  checkedAt: Date
  /** The chain of the client that the check was made with. */
  chainId?: number | undefined
  /** The chain where the payment arrives, where that is another one; the sender's history there was asked for as well. */
  destinationChainId?: number | undefined
  /** The amount that was checked, in base units of the token to be paid. */
  amount?: bigint | undefined
  /** The token to be paid. @default USDC */
  token?: Address | undefined
  /** Where the payer has the target's address from, as the caller of the check said. It decides nothing. */
  source?: AddressSource | undefined
}

/** Where an address comes from: a payment request that its own key has signed. */
export type AddressSource = {
  kind: 'payment_request'
  /** The payee that the request names. */
  address: Address
  /** EIP-712 hash of the request. */
  requestHash: Hash
  /** The payee's own words: show them as such. */
  reference: string
}
