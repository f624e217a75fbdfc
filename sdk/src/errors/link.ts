import { ServiceError } from './base.js'

/**
 * What is wrong with a link. `not_a_link`: other text. `bad_chain`, `bad_transfer`: not a chain or transfer id. `bad_secret`: the
 * secret or code is damaged. `other_kind`: a payment link to a transfer with a recorded recipient, or a claim link to an open one.
 */
export type LinkProblem = 'not_a_link' | 'bad_chain' | 'bad_transfer' | 'bad_secret' | 'other_kind'

/** A link is malformed, or leads to a transfer of the other kind. The message never repeats its text, which may be a secret. */
export class LinkMalformedError extends ServiceError {
  override readonly name = 'LinkMalformedError'
  readonly problem: LinkProblem

  constructor(problem: LinkProblem) {
    super(`The link ${problems[problem]}.`, {
      code: 'link_malformed',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'correct_input', parameter: 'link' },
      hint: 'Copy the whole link again, or ask its sender for it.',
    })
    this.problem = problem
  }
}

const problems: Readonly<Record<LinkProblem, string>> = {
  not_a_link: 'is not a claim link or payment link',
  bad_chain: 'does not name a chain',
  bad_transfer: 'does not name a transfer',
  bad_secret: 'holds a damaged secret or code',
  other_kind: 'leads to a transfer of the other kind',
}
