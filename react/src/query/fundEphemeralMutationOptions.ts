import type { WriteOptions } from '@holdfast/sdk/chain'
import type { PaymentGuardOptions } from '@holdfast/sdk/risk'
import { type BoxOptions, type EphemeralPolicy, fundEphemeral } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Funds a box from the connected account, as `fundEphemeral` of the SDK. */
export const fundEphemeralMutationOptions: WriteBuilder<
  { account: Address; amount: bigint; policy: EphemeralPolicy } & Asked<
    WriteOptions & BoxOptions & PaymentGuardOptions
  >,
  Resolved<typeof fundEphemeral>
> = /* @__PURE__ */ write({
  name: 'fundEphemeral',
  touches: BOXES,
  run: async ({ clients, steps, checking }, { account, amount, policy, checkOptions, ...options }) =>
    fundEphemeral(clients, account, amount, policy, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
