import { InvalidInputError } from '../../errors/input.js'
import type { PlanOperation } from '../operations.js'
import type { Definition } from './Definition.js'

/**
 * Loads how an operation is planned and carried out.
 *
 * @throws {@link InvalidInputError} on a name that is not in the table, as in a plan from elsewhere.
 */
export async function loadDefinition<operation extends PlanOperation>(
  operation: operation,
): Promise<Definition<operation>> {
  const load = Object.hasOwn(layers, operation) ? layers[operation] : undefined
  if (load === undefined) throw new InvalidInputError('operation', `There is no plan of "${String(operation)}".`)
  // Each table has its operations under their own names.
  return ((await load()) as unknown as Record<operation, Definition<operation>>)[operation]
}

const transfer = async () => (await import('./transferDefinitions.js')).transferDefinitions

const shield = async () => (await import('./shieldDefinitions.js')).shieldDefinitions

const hub = async () => (await import('./hubDefinitions.js')).hubDefinitions

/** Loaded when an operation of the layer is planned. */
const layers: Readonly<Record<PlanOperation, () => Promise<object>>> = {
  sendProtected: transfer,
  sendProtectedWithPermit: transfer,
  sendProtectedWithAuthorization: transfer,
  sendProtectedWithWitness: transfer,
  claim: transfer,
  claimWithKey: transfer,
  cancel: transfer,
  rekey: transfer,
  release: transfer,
  reclaimExpired: transfer,
  sendProtectedBatch: transfer,
  sendProtectedBatchWithAuthorization: transfer,
  sendProtectedBatchWithWitness: transfer,
  cancelBatch: transfer,
  createEphemeral: shield,
  fundEphemeral: shield,
  fundFromVault: shield,
  depositToVault: shield,
  withdrawFromVault: shield,
  submitPay: shield,
  submitPull: shield,
  sweepToVault: shield,
  sweepExpired: shield,
  depositToHub: hub,
}
