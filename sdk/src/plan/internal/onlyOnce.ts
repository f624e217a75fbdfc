import { type Hex, keccak256, stringToHex } from 'viem'
import { ServiceError } from '../../errors/base.js'
import { StalePlanError } from '../../errors/plan.js'
import { encodePlan } from '../encodePlan.js'
import type { Plan } from '../types.js'

/** Plans that are being carried out, or were, by what they say. */
const used = /* @__PURE__ */ new Set<Hex>()

/** Plans that are remembered; one that is older is stale for other reasons. */
const most = 1_000

/**
 * Runs what carries a plan out, unless this process does or has done so: a second press must not pay twice. What fails before
 * anything could move may be tried again.
 *
 * @throws {@link StalePlanError} (`carried_out`); what `run` throws.
 */
export async function onlyOnce<result>(plan: Plan, run: () => Promise<result>): Promise<result> {
  const key = keccak256(stringToHex(encodePlan(plan)))
  if (used.has(key)) throw new StalePlanError(plan.operation, ['carried_out'])
  used.add(key)
  for (const oldest of used) if (used.size > most) used.delete(oldest)
  try {
    return await run()
  } catch (error) {
    if (error instanceof ServiceError && error.effect === 'none') used.delete(key)
    throw error
  }
}
