import { keccak256, stringToHex } from 'viem'
import { ServiceError } from '../../errors/base.js'
import { StalePlanError } from '../../errors/plan.js'
import { TransactionReplacedError } from '../../errors/transaction.js'
import { encodePlan } from '../encodePlan.js'
import type { Plan } from '../types.js'

/** Plans that are being carried out, or were, by what they lock, else by what they say. */
const used = /* @__PURE__ */ new Set<string>()

/** Keys that are remembered; a plan that is older is stale for other reasons. */
const most = 1_000

/** What a plan locks money under, in lower case; empty for an operation that locks none. */
export function claimHashesOf({ params }: Plan): readonly string[] {
  const items = 'items' in params ? params.items : [params]
  return items.flatMap((item) => ('claimHash' in item ? [item.claimHash.toLowerCase()] : []))
}

/**
 * Runs what carries a plan out, unless this process does or has done so: a second press must not pay twice, nor may a plan that was made
 * again while the outcome of the first is open. What did not happen may be tried again, and so may what has only approved.
 *
 * @param run - Given what it calls before a prompt that can pay.
 * @throws {@link StalePlanError} (`carried_out`); what `run` throws.
 */
export async function onlyOnce<result>(plan: Plan, run: (onAsk: () => void) => Promise<result>): Promise<result> {
  const hashes = claimHashesOf(plan).map((claimHash) => `${plan.chainId}:${plan.payer.toLowerCase()}:${claimHash}`)
  const keys = hashes.length > 0 ? hashes : [keccak256(stringToHex(encodePlan(plan)))]
  if (keys.some((key) => used.has(key))) throw new StalePlanError(plan.operation, ['carried_out'])
  for (const key of keys) used.add(key)
  for (const oldest of used) if (used.size > most) used.delete(oldest)
  let isAsked = false
  try {
    return await run(() => {
      isAsked = true
    })
  } catch (error) {
    const isNone = !isAsked || (error instanceof ServiceError && error.effect === 'none')
    if (isNone || (error instanceof TransactionReplacedError && error.settles)) for (const key of keys) used.delete(key)
    throw error
  }
}
