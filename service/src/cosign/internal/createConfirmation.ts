import type { BoxCodeTerms } from '@holdfast/contracts'
import type { Address } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Log } from '../../telemetry/Telemetry.js'
import { isSame, lookAtBox } from './lookAtBox.js'
import { withTimeout } from './withTimeout.js'

/**
 * Checks that endpoints of a number of operators report the same terms of a box: a malicious one could name another owner or
 * another target. They are asked while the box is read, so this adds no round trip. Terms never change, so each box is
 * confirmed once.
 *
 * @param given - 1 asks no other endpoint.
 * @default 2 of a chain with endpoints of two operators or more, else 1
 */
export function createConfirmation(given: number | undefined, log: Log): Confirmation {
  const confirmed = new Map<string, BoxCodeTerms>()

  return (chain, account, timeoutMs) => {
    const quorum = given ?? Math.min(2, new Set(chain.operators).size)
    if (quorum <= 1) return async () => true
    const key = `${chain.id}:${account}`
    const known = confirmed.get(key)
    if (known !== undefined) return async (terms) => isSame(known, terms)
    const asked = Promise.all(
      chain.endpoints.map(async (client, index) => {
        const look = lookAtBox({ ...chain, client }, account, { amount: 0n, action: 0 })
        const told = await withTimeout(look, timeoutMs).catch(() => undefined)
        return { operator: chain.operators[index], ...told }
      }),
    )
    return async (terms) => {
      // An endpoint that lags shows no code yet. Code that is not the box's shows a false answer: the address proves the code.
      const told = (await asked).filter(({ isDeployed }) => isDeployed === true)
      if (!told.every(({ box }) => box !== undefined && isSame(box, terms))) {
        log.error('endpoints disagree about a box', { chain: chain.id, account })
        return false
      }
      // Two endpoints of one operator tell one operator's story.
      if (new Set(told.map(({ operator }) => operator)).size < quorum) return false
      if (confirmed.size >= maxConfirmed) confirmed.delete(confirmed.keys().next().value ?? '')
      confirmed.set(key, terms)
      return true
    }
  }
}

/**
 * Starts asking the endpoints about a box.
 *
 * @returns Whether they agree with the terms that were read; false when too few answered or one disagrees.
 */
export type Confirmation = (
  chain: ServedChain,
  account: Address,
  timeoutMs: number,
) => (terms: BoxCodeTerms) => Promise<boolean>

const maxConfirmed = 10_000
