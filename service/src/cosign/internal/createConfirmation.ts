import type { Address } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { BoxTerms } from './boxCode.js'
import { inTime } from './inTime.js'
import { isSame, lookAtBox } from './lookAtBox.js'

/**
 * Makes sure that so many endpoints of a chain tell the same terms of a box: one that lies could name another owner. What was
 * confirmed is remembered.
 *
 * @param quorum - 1 asks nobody else.
 * @returns Whether they agree; not where there are too few, or one of those that answered says otherwise.
 */
export function createConfirmation(
  quorum: number,
  timeoutMs: number,
): (chain: ServedChain, account: Address, terms: BoxTerms) => Promise<boolean> {
  const confirmed = new Map<string, BoxTerms>()

  return async (chain, account, terms) => {
    if (quorum <= 1) return true
    const key = `${chain.id}:${account}`
    const known = confirmed.get(key)
    if (known !== undefined) return isSame(known, terms)
    const answers = await Promise.all(
      chain.endpoints.map(async (client) => {
        const look = lookAtBox({ ...chain, client }, account, { amount: 0n, action: 0 })
        return (await inTime(look, timeoutMs).catch(() => undefined))?.box
      }),
    )
    const told = answers.filter((answer) => answer !== undefined)
    if (told.length < quorum || !told.every((answer) => isSame(answer, terms))) return false
    if (confirmed.size >= MAX_CONFIRMED) confirmed.delete(confirmed.keys().next().value ?? '')
    confirmed.set(key, terms)
    return true
  }
}

const MAX_CONFIRMED = 10_000
