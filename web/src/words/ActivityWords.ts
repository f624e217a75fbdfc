import type { FilteredEntry } from '@holdfast/sdk/history'

/** The state of a protected payment. */
export type SentState = 'open' | 'overdue' | 'locked' | 'claimed' | 'cancelled' | 'returned'

/** A sentence around a name or an address. */
export type Around = readonly [before: string, after: string]

/** Sentences of the screen of past payments. */
export type ActivityWords = {
  readonly title: string
  readonly lead: string
  readonly whose: { label: string; hint: string; show: string; wrong: string }
  readonly readOnly: string
  readonly empty: { title: string; why: string; first: string }
  /** A protected payment: the amount, the recipient, its state. */
  readonly sent: (facts: { amount: string; state: SentState; until: string }) => Around
  readonly link: (facts: { amount: string; state: SentState; until: string }) => string
  readonly paid: (amount: string) => Around
  readonly received: (amount: string) => Around
  readonly claimed: (amount: string) => string
  readonly locked: (amount: string) => string
  readonly minted: (amount: string) => string
  readonly burned: (amount: string) => string
  readonly details: string
  readonly transaction: string
  readonly open: string
  readonly more: string
  readonly hidden: (count: number) => string
  readonly hiddenWhy: string
  readonly show: string
  readonly hide: string
  readonly reason: { readonly [reason in FilteredEntry['reason']]: string }
  readonly counted: (count: number) => string
  readonly older: { title: string; why: string }
  readonly failed: (source: 'history' | 'payments', chain: string) => string
  readonly failedWhy: string
  readonly again: string
  readonly asOf: (time: string) => string
}
