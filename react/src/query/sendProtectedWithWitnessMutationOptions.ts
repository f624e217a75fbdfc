import { type SendFields, type SendWithWitnessOptions, sendProtectedWithWitness } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/**
 * Options of a mutation. Locks USDC by one signature (Permit2 with a witness), as `sendProtectedWithWitness` of the
 * SDK.
 */
export const sendProtectedWithWitnessMutationOptions: WriteBuilder<
  { send: SendFields } & Asked<SendWithWitnessOptions>,
  Resolved<typeof sendProtectedWithWitness>
> = /* @__PURE__ */ write({
  name: 'sendProtectedWithWitness',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { send, checkOptions, ...options }) =>
    sendProtectedWithWitness(clients, send, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
