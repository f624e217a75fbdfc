import { type DepositToVaultOptions, depositToVault } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Deposits into a vault, as `depositToVault` of the SDK. */
export const depositToVaultMutationOptions: WriteBuilder<
  { vault: Address; amount: bigint } & Asked<DepositToVaultOptions>,
  Resolved<typeof depositToVault>
> = /* @__PURE__ */ write({
  name: 'depositToVault',
  touches: BOXES,
  run: async ({ clients, steps, checking }, { vault, amount, checkOptions, ...options }) =>
    depositToVault(clients, vault, amount, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
