import { describeError, StalePlanError } from '@holdfast/sdk/errors'

/**
 * What follows when a plan could not be carried out. `elsewhere`: another page asks what became of it, or goes on with it. `plan_again`:
 * the plan is made again and shown. `over`: money moved, or may have, so this plan is not offered again. `again`: nothing moved, and the
 * same plan can be tried again.
 */
export type AfterFailure = 'elsewhere' | 'plan_again' | 'over' | 'again'

export function afterFailure(error: unknown): AfterFailure {
  const { effect, settles, advice } = describeError(error)
  if ((effect === 'open' && !settles) || (effect === 'done' && shown.has(advice.do))) return 'elsewhere'
  // Another plan of the same payment would be refused as well.
  if (error instanceof StalePlanError && error.changed.includes('carried_out')) return 'elsewhere'
  if (error instanceof StalePlanError || advice.do === 'quote_again') return 'plan_again'
  return effect === 'none' ? 'again' : 'over'
}

/** Another payment than the one that was planned, and a transfer that any account can pay out, have pages of their own. */
const shown: ReadonlySet<string> = new Set(['look_up_transfer', 'mint_bridged'])
