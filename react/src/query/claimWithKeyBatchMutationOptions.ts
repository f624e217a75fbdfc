import type { WriteOptions } from '@holdfast/sdk/chain'
import { claimWithKeyBatch, type SignedClaim } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/**
 * Options of a mutation. Claims several transfers with the signatures of their claim keys, as `claimWithKeyBatch`
 * of the SDK.
 */
export const claimWithKeyBatchMutationOptions: SealedWriteBuilder<
  Asked<WriteOptions>,
  Resolved<typeof claimWithKeyBatch>
> = /* @__PURE__ */ writeSealed({
  name: 'claimWithKeyBatch',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, { claims }: { claims: readonly SignedClaim[] }) =>
    claimWithKeyBatch(clients, claims, { ...options, ...steps }),
})
