/** Sentences of the walk for a person who has no wallet, on a devnet of this machine. */
export type WalkWords = {
  readonly title: string
  readonly lead: string
  readonly start: string
  readonly starting: string
  readonly failed: string
  readonly attack: { title: string; why: string; press: string; pressed: string }
  readonly copy: { title: string; why: string; after: string; unguarded: (amount: string) => string }
  readonly pay: { title: string; why: string }
  readonly claim: { title: string; why: string }
  readonly history: string
  readonly historyWhy: string
  readonly out: (amount: string) => string
  readonly bob: string
  readonly copyRow: (place: string) => string
  readonly copyBob: string
}
