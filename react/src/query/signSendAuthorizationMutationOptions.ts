import { type SendFields, type SendWithAuthorizationOptions, signSendAuthorization } from '@holdfast/sdk/transfer'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a send that anyone may submit (EIP-3009), as `signSendAuthorization` of the SDK. The
 * signature goes into the journal, under the id that is returned.
 */
export const signSendAuthorizationMutationOptions: SignBuilder<
  { send: SendFields } & Asked<SendWithAuthorizationOptions>
> = /* @__PURE__ */ sign({
  name: 'signSendAuthorization',
  run: async ({ clients, checking }, { send, checkOptions, ...options }) => ({
    signed: await signSendAuthorization(clients, send, { ...options, checkOptions: await checking(checkOptions) }),
  }),
})
