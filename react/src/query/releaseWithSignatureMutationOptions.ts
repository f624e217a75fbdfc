import type { WriteOptions } from '@holdfast/sdk/chain'
import { releaseWithSignature, type SignedRelease } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Pays an open transfer with its sender's signature, as `releaseWithSignature` of the SDK. */
export const releaseWithSignatureMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions>,
  Resolved<typeof releaseWithSignature>
> = /* @__PURE__ */ writeSealed({
  name: 'releaseWithSignature',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, signed: SignedRelease) =>
    releaseWithSignature(clients, signed, { ...options, ...steps }),
})
