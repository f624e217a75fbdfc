import { type ReleaseOptions, release } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Pays an open transfer to the account that asked for it, as `release` of the SDK. */
export const releaseMutationOptions: WriteBuilder<
  { transferId: bigint; recipient: Address } & Asked<ReleaseOptions>,
  Resolved<typeof release>
> = /* @__PURE__ */ write({
  name: 'release',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { transferId, recipient, checkOptions, ...options }) =>
    release(clients, transferId, recipient, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
