import { type BatchWitness, type SendBatchOptions, submitBatchWitness } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Submits a signed batch (Permit2 with a witness), as `submitBatchWitness` of the SDK. */
export const submitBatchWitnessMutationOptions: SealedWriteBuilder<
  Asked<SendBatchOptions>,
  Resolved<typeof submitBatchWitness>
> = /* @__PURE__ */ writeSealed({
  name: 'submitBatchWitness',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { checkOptions, ...options }, { signed }: { signed: BatchWitness }) =>
    submitBatchWitness(clients, signed, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
