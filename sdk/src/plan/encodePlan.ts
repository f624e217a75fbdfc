import type { PlanOperation } from './operations.js'
import type { Plan } from './types.js'

/**
 * A plan as JSON: large numbers as decimal text, moments as ISO 8601. A plan holds no secret, so neither does this.
 *
 * @example
 * const plan = await planOperation(clients, 'cancel', { transferId: 42n })
 * const same = decodePlan(encodePlan(plan))
 */
export function encodePlan<operation extends PlanOperation>(plan: Plan<operation>): string {
  return JSON.stringify(plan, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}
