import type { WriteOptions } from '@holdfast/sdk/chain'
import { type BoxOptions, sweepExpired } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Takes the rest of an expired box back, as `sweepExpired` of the SDK. */
export const sweepExpiredMutationOptions: WriteBuilder<
  { account: Address; vault: Address } & Asked<WriteOptions & BoxOptions>,
  Resolved<typeof sweepExpired>
> = /* @__PURE__ */ write({
  name: 'sweepExpired',
  touches: BOXES,
  run: ({ clients, steps }, { account, vault, ...options }) =>
    sweepExpired(clients, account, vault, { ...options, ...steps }),
})
