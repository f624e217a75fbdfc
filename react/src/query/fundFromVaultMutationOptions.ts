import { type FundFromVaultOptions, fundFromVault } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Funds a box from a vault, as `fundFromVault` of the SDK. */
export const fundFromVaultMutationOptions: WriteBuilder<
  { vault: Address; account: Address; amount: bigint } & Asked<FundFromVaultOptions>,
  Resolved<typeof fundFromVault>
> = /* @__PURE__ */ write({
  name: 'fundFromVault',
  touches: BOXES,
  run: async ({ clients, steps, checking }, { vault, account, amount, checkOptions, ...options }) =>
    fundFromVault(clients, vault, account, amount, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
