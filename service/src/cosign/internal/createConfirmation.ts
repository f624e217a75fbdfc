import type { Address } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { Log } from '../../telemetry/Telemetry.js'
import type { BoxTerms } from './boxCode.js'
import { isSame, lookAtBox } from './lookAtBox.js'
import { withTimeout } from './withTimeout.js'

/**
 * Makes sure that so many endpoints of a chain tell the same terms of a box: one that lies could name another owner or
 * another target. They are asked at once, while the box is looked at, so that waiting for them costs no round trip of its own.
 * Terms never change, so what was confirmed is remembered and a box is asked about once.
 *
 * @param quorum - 1 asks nobody else.
 */
export function createConfirmation(quorum: number, log: Log): Confirmation {
  const confirmed = new Map<string, BoxTerms>()

  return (chain, account, timeoutMs) => {
    if (quorum <= 1) return async () => true
    const key = `${chain.id}:${account}`
    const known = confirmed.get(key)
    if (known !== undefined) return async (terms) => isSame(known, terms)
    const asked = Promise.all(
      chain.endpoints.map(async (client) => {
        const look = lookAtBox({ ...chain, client }, account, { amount: 0n, action: 0 })
        return (await withTimeout(look, timeoutMs).catch(() => undefined))?.box
      }),
    )
    return async (terms) => {
      const told = (await asked).filter((answer) => answer !== undefined)
      if (!told.every((answer) => isSame(answer, terms))) {
        log.error('endpoints disagree about a box', { chain: chain.id, account })
        return false
      }
      if (told.length < quorum) return false
      if (confirmed.size >= maxConfirmed) confirmed.delete(confirmed.keys().next().value ?? '')
      confirmed.set(key, terms)
      return true
    }
  }
}

/**
 * Asks for a box.
 *
 * @returns Whether they agree with what was read of it; not where too few have answered, or one of them says otherwise.
 */
export type Confirmation = (
  chain: ServedChain,
  account: Address,
  timeoutMs: number,
) => (terms: BoxTerms) => Promise<boolean>

const maxConfirmed = 10_000
