import { signReadyCancel } from '@holdfast/sdk/watch'
import { sign } from './internal/write.js'
import type { SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs the cancellation of a transfer in advance, as `signReadyCancel` of the SDK. The
 * signature goes into the journal, under the id that is returned.
 */
export const signReadyCancelMutationOptions: SignBuilder<{ transferId: bigint }> = /* @__PURE__ */ sign({
  name: 'signReadyCancel',
  run: ({ clients }, { transferId }) => signReadyCancel(clients, transferId),
})
