import { type CreateEphemeralOptions, createEphemeral, type EphemeralPolicy } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Creates a box, as `createEphemeral` of the SDK. */
export const createEphemeralMutationOptions: WriteBuilder<
  { factory: Address; salt: Hex; policy: EphemeralPolicy } & Asked<CreateEphemeralOptions>,
  Resolved<typeof createEphemeral>
> = /* @__PURE__ */ write({
  name: 'createEphemeral',
  touches: BOXES,
  run: async ({ clients, steps, checking }, { factory, salt, policy, checkOptions, ...options }) =>
    createEphemeral(clients, factory, salt, policy, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
