import {
  type SendBatchWithWitnessOptions,
  type SendFields,
  sendProtectedBatchWithWitness,
} from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/**
 * Options of a mutation. Locks USDC for several recipients by one signature (Permit2 with a witness), as
 * `sendProtectedBatchWithWitness` of the SDK.
 */
export const sendProtectedBatchWithWitnessMutationOptions: WriteBuilder<
  { items: readonly SendFields[] } & Asked<SendBatchWithWitnessOptions>,
  Resolved<typeof sendProtectedBatchWithWitness>
> = /* @__PURE__ */ write({
  name: 'sendProtectedBatchWithWitness',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { items, checkOptions, ...options }) =>
    sendProtectedBatchWithWitness(clients, items, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
