import { type SendProtectedOptions, type SendWitness, submitSendWitness } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Submits a signed send (Permit2 with a witness), as `submitSendWitness` of the SDK. */
export const submitSendWitnessMutationOptions: SealedWriteBuilder<
  Asked<SendProtectedOptions>,
  Resolved<typeof submitSendWitness>
> = /* @__PURE__ */ writeSealed({
  name: 'submitSendWitness',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { checkOptions, ...options }, { signed }: { signed: SendWitness }) =>
    submitSendWitness(clients, signed, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
