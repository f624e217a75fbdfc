import { type SignCancelOptions, signCancel } from '@holdfast/sdk/transfer'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a cancellation, as `signCancel` of the SDK. The signature goes into the journal,
 * under the id that is returned.
 */
export const signCancelMutationOptions: SignBuilder<{ transferId: bigint } & Asked<SignCancelOptions>> =
  /* @__PURE__ */ sign({
    name: 'signCancel',
    run: ({ clients }, { transferId, ...options }) => signCancel(clients, transferId, options),
  })
