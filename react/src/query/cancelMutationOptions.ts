import type { WriteOptions } from '@holdfast/sdk/chain'
import { cancel } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Takes the money of a transfer back, as `cancel` of the SDK. */
export const cancelMutationOptions: WriteBuilder<
  { transferId: bigint } & Asked<WriteOptions>,
  Resolved<typeof cancel>
> = /* @__PURE__ */ write({
  name: 'cancel',
  touches: TRANSFERS,
  run: ({ clients, steps }, { transferId, ...options }) => cancel(clients, transferId, { ...options, ...steps }),
})
