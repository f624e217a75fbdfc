import type { Advisory, Dossier, RiskReport } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/** A language model's second opinion on a payment: closed in what goes in, closed in what comes out. */
export type Opinion = {
  /**
   * Asks the model, or the cache. Whatever goes wrong with the model, the store or the budget is an answer, never an
   * error: the verdict of the rules does not wait for it.
   *
   * @throws `TypeError` when report or dossier are about another payment; nothing is asked then.
   */
  ask: (request: OpinionRequest) => Promise<OpinionAnswer>
  /** Gives running calls up and waits until they are written down. */
  close: () => Promise<void>
}

/** A payment, and everything we found out about it. */
export type OpinionRequest = {
  chainId: number
  sender: Address
  target: Address
  report: RiskReport
  /** Null where the facts could not be gathered: the model is asked all the same, and told that they are missing. */
  dossier: Dossier | null
  /** The caller's network, whose share is counted; undefined for the machine itself, which has no share. */
  network?: string | undefined
  /** Gives up: the answer is then without an advisory, at once. */
  signal?: AbortSignal | undefined
}

/** What the model had to say. */
export type OpinionAnswer = {
  /** `budget`: nothing is left of the day's budget. `ran`: there was, whether or not the model had an answer. */
  deep: 'budget' | 'ran'
  /** Never milder than the report; null when the model has not spoken. */
  advisory: Advisory | null
}
