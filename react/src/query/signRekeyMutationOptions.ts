import { type SignCancelOptions, signRekey } from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a new code, as `signRekey` of the SDK. The signature goes into the journal, under
 * the id that is returned.
 */
export const signRekeyMutationOptions: SignBuilder<
  { transferId: bigint; newClaimHash: Hex } & Asked<SignCancelOptions>
> = /* @__PURE__ */ sign({
  name: 'signRekey',
  run: ({ clients }, { transferId, newClaimHash, ...options }) => signRekey(clients, transferId, newClaimHash, options),
})
