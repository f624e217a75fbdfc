import type { RiskReport } from '@holdfast/sdk/risk'
import type { Firewall } from './Payment.js'

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
