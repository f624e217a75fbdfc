/** Sentences of the decision on two addresses that look alike. */
export type PairWords = {
  readonly title: string
  readonly lead: string
  readonly one: string
  readonly other: string
  readonly comparing: string
  readonly noEvidence: string
  readonly incomplete: string
  readonly saved: Readonly<Record<'contact' | 'own', string>>
  readonly settled: string
  readonly paid: (amount: string, payments: number) => string
  readonly neverPaid: string
  readonly firstPaid: (moment: string) => string
  readonly income: (amount: string) => string
  readonly baits: (count: number) => string
  readonly ask: { title: string; why: string; field: (first: number, second: number) => string; wrong: string }
  readonly found: Readonly<Record<'one' | 'other', string>>
  readonly decide: string
  readonly decided: { title: string; why: string; at: (moment: string) => string }
  readonly right: string
  readonly imitation: string
  readonly back: string
  readonly revoke: string
  readonly revokeWhy: string
  readonly keep: string
  readonly none: { title: string; why: string }
  readonly wrongLink: { title: string; why: string }
}
