import { type SendAuthorization, type SendProtectedOptions, submitSendAuthorization } from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Submits a signed send (EIP-3009), as `submitSendAuthorization` of the SDK. */
export const submitSendAuthorizationMutationOptions: SealedWriteBuilder<
  Asked<SendProtectedOptions>,
  Resolved<typeof submitSendAuthorization>
> = /* @__PURE__ */ writeSealed({
  name: 'submitSendAuthorization',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { checkOptions, ...options }, { signed }: { signed: SendAuthorization }) =>
    submitSendAuthorization(clients, signed, { ...options, checkOptions: await checking(checkOptions), ...steps }),
})
