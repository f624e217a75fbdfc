import type { Advisory, Dossier, RiskReport } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/** A language model's second opinion on a payment: both its input and its output are limited to our own vocabulary. */
export type Opinion = {
  /**
   * Asks the model, or the cache. A failure of the model, the store or the budget is an answer, never an error: the
   * verdict of the rules does not wait for it.
   *
   * @throws `TypeError` when report or dossier are about another payment; the model is not asked then.
   */
  ask: (request: OpinionRequest) => Promise<OpinionAnswer>
  /** Aborts running calls and waits until they are recorded. */
  close: () => Promise<void>
}

/** A payment, and the facts we found about it. */
export type OpinionRequest = {
  chainId: number
  sender: Address
  target: Address
  report: RiskReport
  /** Null when the facts could not be gathered: the model is asked anyway, and knows that they are missing. */
  dossier: Dossier | null
  /** The caller's network, whose share is counted; undefined for the machine itself, which has no share. */
  network?: string | undefined
  /** Aborts: the answer is then returned at once, without an advisory. */
  signal?: AbortSignal | undefined
}

/** The result of the second opinion. */
export type OpinionAnswer = {
  /** `budget`: the day's budget is used up. `ran`: it was not, whether or not the model answered. */
  deep: 'budget' | 'ran'
  /** Never milder than the report; null when the model did not answer. */
  advisory: Advisory | null
}
