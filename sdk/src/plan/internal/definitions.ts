import { InvalidInputError } from '../../errors/input.js'
import type { PlanOperation } from '../operations.js'
import type { Definition } from './Definition.js'
import { hubDefinitions } from './hubDefinitions.js'
import { shieldDefinitions } from './shieldDefinitions.js'
import { transferDefinitions } from './transferDefinitions.js'

/**
 * How an operation is planned and carried out.
 *
 * @throws {@link InvalidInputError} on a name that is not in the table, as in a plan from elsewhere.
 */
export function definitionOf<operation extends PlanOperation>(operation: operation): Definition<operation> {
  if (!Object.hasOwn(definitions, operation))
    throw new InvalidInputError('operation', `There is no plan of "${String(operation)}".`)
  return definitions[operation]
}

// Not loaded on use: a bundler that splits code would also split what all imports share.
const definitions: { readonly [operation in PlanOperation]: Definition<operation> } = {
  ...transferDefinitions,
  ...shieldDefinitions,
  ...hubDefinitions,
}
