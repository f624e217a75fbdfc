import type { PlanOperation } from '../operations.js'
import { bridgeDefinitions } from './bridgeDefinitions.js'
import type { Definition } from './Definition.js'
import { hubDefinitions } from './hubDefinitions.js'
import { linkDefinitions } from './linkDefinitions.js'
import { readOperation } from './params.js'
import { shieldDefinitions } from './shieldDefinitions.js'
import { transferDefinitions } from './transferDefinitions.js'

/**
 * How an operation is planned and carried out.
 *
 * @throws `InvalidInputError` on a name that is not in the table, as in a plan from elsewhere.
 */
export function definitionOf<operation extends PlanOperation>(operation: operation): Definition<operation> {
  readOperation(operation)
  return definitions[operation]
}

// Imported at once: with dynamic imports a bundler would also split the code that all of them share.
const definitions: { readonly [operation in PlanOperation]: Definition<operation> } = {
  ...transferDefinitions,
  ...linkDefinitions,
  ...shieldDefinitions,
  ...hubDefinitions,
  ...bridgeDefinitions,
}
