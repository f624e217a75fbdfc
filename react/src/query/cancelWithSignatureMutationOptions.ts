import type { WriteOptions } from '@holdfast/sdk/chain'
import { cancelWithSignature, type SignedCancel } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/**
 * Options of a mutation. Takes the money of a transfer back with its sender's signature, as `cancelWithSignature`
 * of the SDK.
 */
export const cancelWithSignatureMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions>,
  Resolved<typeof cancelWithSignature>
> = /* @__PURE__ */ writeSealed({
  name: 'cancelWithSignature',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, signed: SignedCancel) =>
    cancelWithSignature(clients, signed, { ...options, ...steps }),
})
