import {
  type SendFields,
  type SendWithAuthorizationOptions,
  sendProtectedWithAuthorization,
} from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Locks USDC by one signature (EIP-3009), as `sendProtectedWithAuthorization` of the SDK. */
export const sendProtectedWithAuthorizationMutationOptions: WriteBuilder<
  { send: SendFields } & Asked<SendWithAuthorizationOptions>,
  Resolved<typeof sendProtectedWithAuthorization>
> = /* @__PURE__ */ write({
  name: 'sendProtectedWithAuthorization',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { send, checkOptions, ...options }) =>
    sendProtectedWithAuthorization(clients, send, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
