import { type SendBatchWithAuthorizationOptions, type SendFields, signBatchAuthorization } from '@holdfast/sdk/transfer'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a batch that anyone may submit (EIP-3009), as `signBatchAuthorization` of the SDK.
 * The signature goes into the journal, under the id that is returned.
 */
export const signBatchAuthorizationMutationOptions: SignBuilder<
  { items: readonly SendFields[] } & Asked<SendBatchWithAuthorizationOptions>
> = /* @__PURE__ */ sign({
  name: 'signBatchAuthorization',
  run: async ({ clients, checking }, { items, checkOptions, ...options }) => ({
    signed: await signBatchAuthorization(clients, items, { ...options, checkOptions: await checking(checkOptions) }),
  }),
})
