import type { WriteOptions } from '@holdfast/sdk/chain'
import { cancelBatch } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Takes the money of several transfers back, as `cancelBatch` of the SDK. */
export const cancelBatchMutationOptions: WriteBuilder<
  { transferIds: readonly bigint[] } & Asked<WriteOptions>,
  Resolved<typeof cancelBatch>
> = /* @__PURE__ */ write({
  name: 'cancelBatch',
  touches: TRANSFERS,
  run: ({ clients, steps }, { transferIds, ...options }) => cancelBatch(clients, transferIds, { ...options, ...steps }),
})
