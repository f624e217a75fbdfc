import {
  type SendBatchWithAuthorizationOptions,
  type SendFields,
  sendProtectedBatchWithAuthorization,
} from '@holdfast/sdk/transfer'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/**
 * Options of a mutation. Locks USDC for several recipients by one signature (EIP-3009), as
 * `sendProtectedBatchWithAuthorization` of the SDK.
 */
export const sendProtectedBatchWithAuthorizationMutationOptions: WriteBuilder<
  { items: readonly SendFields[] } & Asked<SendBatchWithAuthorizationOptions>,
  Resolved<typeof sendProtectedBatchWithAuthorization>
> = /* @__PURE__ */ write({
  name: 'sendProtectedBatchWithAuthorization',
  touches: TRANSFERS,
  run: async ({ clients, steps, checking }, { items, checkOptions, ...options }) =>
    sendProtectedBatchWithAuthorization(clients, items, {
      ...options,
      checkOptions: await checking(checkOptions),
      ...steps,
    }),
})
