import type { WriteOptions } from '@holdfast/sdk/chain'
import { type BoxOptions, sweepToVault } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Takes the rest of a box back, as `sweepToVault` of the SDK. */
export const sweepToVaultMutationOptions: WriteBuilder<
  { account: Address; vault: Address } & Asked<WriteOptions & BoxOptions>,
  Resolved<typeof sweepToVault>
> = /* @__PURE__ */ write({
  name: 'sweepToVault',
  touches: BOXES,
  run: ({ clients, steps }, { account, vault, ...options }) =>
    sweepToVault(clients, account, vault, { ...options, ...steps }),
})
