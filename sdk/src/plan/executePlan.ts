import type { ClientPair } from '../chain/clients.js'
import { carryOut } from './internal/carryOut.js'
import { definitionOf } from './internal/definitions.js'
import type { PlanOperation } from './operations.js'
import type { ExecutePlanOptions } from './planOptions.js'
import type { Plan, PlanOutcome } from './types.js'

/**
 * Carries a plan out: signs and sends what it says, in that order, and nothing else.
 *
 * First the operation is planned again. Where anything that was shown is no longer so, nothing is signed. This process carries a plan
 * out once, and one whose claim hash was used before is refused: by another process, before a reload, or by an earlier plan whose outcome
 * is open. After a refusal that moved nothing it can be tried again.
 *
 * @param options - With `handOver` for a claim: the code and salt, or the signature, that the plan leaves out.
 * @throws Before any request `InvalidInputError`, which names the field, for what is not a plan; `StalePlanError`, which names
 *   what has changed; `RiskBlockedError` where the firewall blocks the payment and no
 *   acknowledgement covers that; what the operation throws.
 * @example
 * const plan = await planOperation(clients, 'cancel', { transferId: 42n })
 * const { result: txHash } = await executePlan(clients, plan)
 */
export async function executePlan<operation extends PlanOperation>(
  clients: ClientPair,
  given: Plan<operation>,
  options: ExecutePlanOptions<operation> = {},
): Promise<PlanOutcome<operation>> {
  return carryOut(clients, definitionOf(given.operation), given, options)
}
