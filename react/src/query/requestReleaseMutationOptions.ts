import type { WriteOptions } from '@holdfast/sdk/chain'
import { requestRelease, type SignedClaim } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Asks the sender of an open transfer to release it, as `requestRelease` of the SDK. */
export const requestReleaseMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions>,
  Resolved<typeof requestRelease>
> = /* @__PURE__ */ writeSealed({
  name: 'requestRelease',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, signed: SignedClaim) => requestRelease(clients, signed, { ...options, ...steps }),
})
