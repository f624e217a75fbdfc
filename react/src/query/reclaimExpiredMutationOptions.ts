import type { WriteOptions } from '@holdfast/sdk/chain'
import { reclaimExpired } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Returns the money of an expired transfer to its sender, as `reclaimExpired` of the SDK. */
export const reclaimExpiredMutationOptions: WriteBuilder<
  { transferId: bigint } & Asked<WriteOptions>,
  Resolved<typeof reclaimExpired>
> = /* @__PURE__ */ write({
  name: 'reclaimExpired',
  touches: TRANSFERS,
  run: ({ clients, steps }, { transferId, ...options }) =>
    reclaimExpired(clients, transferId, { ...options, ...steps }),
})
