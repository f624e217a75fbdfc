/** Sentences of the address book. */
export type PeopleWords = {
  readonly title: string
  readonly lead: string
  readonly notKept: string
  readonly empty: { title: string; why: string }
  readonly contacts: string
  readonly unconfirmed: { title: string; why: string; confirm: string }
  readonly settled: { title: string; why: string; incomplete: string }
  readonly pairs: { title: string; why: string }
  readonly add: {
    title: string
    address: string
    hint: string
    name: string
    nameHint: string
    nameWrong: string
    save: string
    blocked: string
  }
  /** @param left - How many are not shown yet. */
  readonly more: (left: number) => string
  readonly remove: string
  readonly removeWhy: string
  readonly keep: string
  readonly file: {
    title: string
    load: string
    save: string
    loaded: (added: number, skipped: number) => string
    wrong: string
  }
}
