import type { RiskReport } from '@holdfast/sdk/risk'
import type { Waiting } from '../words/Words.js'

/** What the firewall says of the recipient so far. */
export type Firewall =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'unanswered' }
  | { state: 'answered'; report: RiskReport }

/** What a check says so far. Its last answer does not count while it is asked again. */
export function firewallOf(
  check: { isFetching: boolean; isError: boolean },
  report: RiskReport | undefined,
  isAsked: boolean,
): Firewall {
  if (!isAsked) return { state: 'idle' }
  if (report !== undefined && !check.isFetching) return { state: 'answered', report }
  return check.isError && !check.isFetching ? { state: 'unanswered' } : { state: 'checking' }
}

/**
 * Why a button waits for a check. One that was not answered is asked again by a button of its own.
 *
 * @param isCurrent - Whether an answer is of what the button would act on.
 */
export function waitOf({ state }: Firewall, isCurrent = true): Waiting | undefined {
  if (state === 'unanswered') return 'refused'
  return state === 'answered' && isCurrent ? undefined : 'checking'
}
