import type { OperationKind } from '../../store/Database.js'
import { announcePlanner } from './announce.js'
import { claimPlanner } from './claim.js'
import { createPlanner } from './create.js'
import { gasPlanner } from './gas.js'
import type { Planner } from './Planner.js'

/** The planner of each kind of operation. */
export const planners: Readonly<Record<OperationKind, Planner<unknown>>> = {
  claim: erase(claimPlanner),
  create: erase(createPlanner),
  announce: erase(announcePlanner),
  gas: erase(gasPlanner),
}

/** Hides the type of what a planner parses. */
function erase<content>(planner: Planner<content>): Planner<unknown> {
  // It only receives what it has parsed itself.
  return planner as unknown as Planner<unknown>
}
