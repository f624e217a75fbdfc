import type { ClientPair } from '../chain/clients.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { carryOut } from './internal/carryOut.js'
import type { Definition } from './internal/Definition.js'
import { draftPlan } from './internal/draft.js'
import { rememberMade } from './internal/made.js'
import type { PlanOperation, PlanOperations } from './operations.js'
import type { ExecutePlanOptions, PlanOptions } from './planOptions.js'
import type { Plan, PlanOutcome } from './types.js'

/**
 * Operations of one kind, for {@link createPlanner}: `transferOperations`, `linkOperations`, `boxOperations`, `hubOperations`,
 * `bridgeOperations`. What they hold is not for other use.
 */
export type PlannerOperations<operation extends PlanOperation = PlanOperation> = {
  readonly [name in operation]: Definition<name>
}

/** Plans some operations and carries them out. */
export type Planner<operation extends PlanOperation> = {
  /** As the function of that name. */
  planOperation: <name extends operation>(
    clients: ClientPair,
    operation: name,
    params: PlanOperations[name]['params'],
    options?: PlanOptions,
  ) => Promise<Plan<name>>
  /** As the function of that name. */
  executePlan: <name extends operation>(
    clients: ClientPair,
    plan: Plan<name>,
    options?: ExecutePlanOptions<name>,
  ) => Promise<PlanOutcome<name>>
}

/**
 * `planOperation` and `executePlan` for some operations alone, so that a page loads no others: those of links are half as large
 * as all.
 *
 * @example
 * const planner = createPlanner(linkOperations)
 * const { kind, chainId, transferId } = readPaymentLink(text)
 * const plan = await planner.planOperation(clients, 'claimPaymentLink', { kind, chainId, transferId })
 */
export function createPlanner<operation extends PlanOperation>(
  operations: PlannerOperations<operation>,
): Planner<operation> {
  const find = <name extends operation>(name: name): Definition<name> => {
    if (typeof name === 'string' && Object.hasOwn(operations, name)) return operations[name]
    throw new InvalidInputError('operation', `This planner has no operation "${textOf(name)}".`)
  }
  return {
    planOperation: async (clients, operation, params, options = {}) =>
      rememberMade(await draftPlan(clients, operation, find(operation), params, options)),
    executePlan: async (clients, plan, options = {}) => carryOut(clients, find(plan.operation), plan, options),
  }
}
