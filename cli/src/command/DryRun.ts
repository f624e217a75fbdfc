import type { Outcome } from './Command.js'

/** Ends a command that was to show only what it would do; thrown in place of the question. */
export class DryRun extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('Nothing was signed and nothing sent.')
    this.outcome = outcome
  }
}
