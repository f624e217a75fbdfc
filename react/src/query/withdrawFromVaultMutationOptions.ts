import type { WriteOptions } from '@holdfast/sdk/chain'
import type { PaymentGuardOptions } from '@holdfast/sdk/risk'
import { withdrawFromVault } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Withdraws from a vault, as `withdrawFromVault` of the SDK. */
export const withdrawFromVaultMutationOptions: WriteBuilder<
  { vault: Address; to: Address; amount: bigint } & Asked<WriteOptions & PaymentGuardOptions>,
  Resolved<typeof withdrawFromVault>
> = /* @__PURE__ */ write({
  name: 'withdrawFromVault',
  touches: BOXES,
  run: async ({ clients, steps, checking }, { vault, to, amount, checkOptions, ...options }) =>
    withdrawFromVault(clients, vault, to, amount, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
