import type { WriteOptions } from '@holdfast/sdk/chain'
import { rekeyWithSignature, type SignedRekey } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/**
 * Options of a mutation. Gives a transfer a new code with its sender's signature, as `rekeyWithSignature` of the
 * SDK.
 */
export const rekeyWithSignatureMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions>,
  Resolved<typeof rekeyWithSignature>
> = /* @__PURE__ */ writeSealed({
  name: 'rekeyWithSignature',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, signed: SignedRekey) =>
    rekeyWithSignature(clients, signed, { ...options, ...steps }),
})
