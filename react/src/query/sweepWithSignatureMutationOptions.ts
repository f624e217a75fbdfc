import type { WriteOptions } from '@holdfast/sdk/chain'
import { type BoxOptions, type SignedSweep, sweepWithSignature } from '@holdfast/sdk/shield'
import { BOXES } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/**
 * Options of a mutation. Takes the rest of a box back with its vault's signature, as `sweepWithSignature` of the
 * SDK.
 */
export const sweepWithSignatureMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions & BoxOptions>,
  Resolved<typeof sweepWithSignature>
> = /* @__PURE__ */ writeSealed({
  name: 'sweepWithSignature',
  touches: BOXES,
  run: ({ clients, steps }, options, signed: SignedSweep) =>
    sweepWithSignature(clients, signed, { ...options, ...steps }),
})
