import type { WriteOptions } from '@holdfast/sdk/chain'
import { approveVault } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Lets a vault take an amount, as `approveVault` of the SDK. */
export const approveVaultMutationOptions: WriteBuilder<
  { vault: Address; amount: bigint } & Asked<WriteOptions>,
  Resolved<typeof approveVault>
> = /* @__PURE__ */ write({
  name: 'approveVault',
  touches: BOXES,
  run: ({ clients, steps }, { vault, amount, ...options }) =>
    approveVault(clients, vault, amount, { ...options, ...steps }),
})
