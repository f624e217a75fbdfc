import type { RiskReport } from '@holdfast/sdk/risk'

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
