import { InvalidInputError } from '../errors/input.js'
import { readPlan } from './internal/readPlan.js'
import type { Plan } from './types.js'

/**
 * Reads a plan that {@link encodePlan} wrote, elsewhere or before.
 *
 * What it says is not believed: {@link executePlan} plans the operation again and compares, and asks the firewall again.
 *
 * @throws {@link InvalidInputError}, whose `parameter` is a JSON Pointer to the value that is not as a plan has it.
 * @example
 * const plan = decodePlan(text)
 * if (plan.operation === 'cancel') console.log(plan.amount)
 */
export function decodePlan(text: string): Plan {
  return readPlan(parse(text))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words repeat what it has read.
    throw new InvalidInputError('plan', 'This is not a plan: it is not JSON.')
  }
}
