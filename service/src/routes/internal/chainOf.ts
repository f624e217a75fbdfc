import type { ServedChain } from '../../chains/ServedChain.js'
import type { ProblemAnswer } from '../../http/Route.js'

/** The chain that a request names, or the primary one; a problem for a chain that is not served. */
export function chainOf(
  chains: ReadonlyMap<number, ServedChain>,
  chainId: number | undefined,
): ServedChain | ProblemAnswer {
  const found = chainId === undefined ? chains.values().next().value : chains.get(chainId)
  return found ?? unknownChain
}

/** The answer to a request for a chain that the route does not work on. */
export const unknownChain: ProblemAnswer = {
  problem: 'invalid_request',
  errors: [{ pointer: '/chainId', code: 'not_one_of' }],
}
