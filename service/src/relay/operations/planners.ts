import type { OperationKind } from '../../store/Database.js'
import { announcePlanner } from './announce.js'
import { claimPlanner } from './claim.js'
import { createPlanner } from './create.js'
import { gasPlanner } from './gas.js'
import type { Planner } from './Planner.js'

/** How each kind of operation is done. */
export const planners: Readonly<Record<OperationKind, Planner<unknown>>> = {
  claim: erase(claimPlanner),
  create: erase(createPlanner),
  announce: erase(announcePlanner),
  gas: erase(gasPlanner),
}

/** What a planner parses it is given back, so the kind of its content is its own affair. */
function erase<content>(planner: Planner<content>): Planner<unknown> {
  return planner as unknown as Planner<unknown>
}
