import type { WriteOptions } from '@holdfast/sdk/chain'
import { reclaimExpiredBatch } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Returns the money of several expired transfers, as `reclaimExpiredBatch` of the SDK. */
export const reclaimExpiredBatchMutationOptions: WriteBuilder<
  { transferIds: readonly bigint[] } & Asked<WriteOptions>,
  Resolved<typeof reclaimExpiredBatch>
> = /* @__PURE__ */ write({
  name: 'reclaimExpiredBatch',
  touches: TRANSFERS,
  run: ({ clients, steps }, { transferIds, ...options }) =>
    reclaimExpiredBatch(clients, transferIds, { ...options, ...steps }),
})
