import type { ClientPair } from '../chain/clients.js'
import { definitionOf } from './internal/definitions.js'
import { draftPlan } from './internal/draft.js'
import { rememberMade } from './internal/made.js'
import type { PlanOperation, PlanOperations } from './operations.js'
import type { PlanOptions } from './planOptions.js'
import type { Plan } from './types.js'

/**
 * Plans an operation: says what will be signed and sent, what it costs, what the firewall finds and which balances change, and
 * signs nothing.
 *
 * Runs the operation itself, up to its last prompt, with a wallet that only records the requests. A payment that the firewall
 * blocks is planned too, so that a screen can show plan and report; {@link executePlan} then requires an acknowledgement.
 *
 * @param operation - Name of the function that does the same at once.
 * @param params - Its parameters, without secrets: a claim's code or signature is passed to {@link executePlan}.
 * @throws What the operation throws before it signs anything, except `RiskBlockedError`; `InsufficientFundsError` also where the
 *   network fee is not covered; `InvalidInputError` on an unknown name.
 * @example
 * const plan = await planOperation(clients, 'sendProtected', { configId, to, amount: 25_000_000n, claimHash })
 * console.log(plan.networkFee.most, plan.firewall.map(({ level }) => level))
 * const { result } = await executePlan(clients, plan)
 */
export async function planOperation<operation extends PlanOperation>(
  clients: ClientPair,
  operation: operation,
  params: PlanOperations[operation]['params'],
  options: PlanOptions = {},
): Promise<Plan<operation>> {
  return rememberMade(await draftPlan(clients, operation, definitionOf(operation), params, options))
}
