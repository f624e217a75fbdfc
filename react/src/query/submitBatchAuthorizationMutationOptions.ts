import { type BatchAuthorization, type SendBatchOptions, submitBatchAuthorization } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Submits a signed batch (EIP-3009), as `submitBatchAuthorization` of the SDK. */
export const submitBatchAuthorizationMutationOptions: SealedWriteBuilder<
  Asked<SendBatchOptions>,
  Resolved<typeof submitBatchAuthorization>
> = /* @__PURE__ */ writeSealed({
  name: 'submitBatchAuthorization',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { checkOptions, ...options }, { signed }: { signed: BatchAuthorization }) =>
    submitBatchAuthorization(clients, signed, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
