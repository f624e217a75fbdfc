import type { WriteOptions } from '@holdfast/sdk/chain'
import { claimWithKey, type SignedClaim } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Claims a transfer with the signature of its claim key, as `claimWithKey` of the SDK. */
export const claimWithKeyMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions>,
  Resolved<typeof claimWithKey>
> = /* @__PURE__ */ writeSealed({
  name: 'claimWithKey',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, signed: SignedClaim) => claimWithKey(clients, signed, { ...options, ...steps }),
})
