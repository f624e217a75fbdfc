import { type SignReleaseOptions, signRelease } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a release, as `signRelease` of the SDK. The signature goes into the journal, under
 * the id that is returned.
 */
export const signReleaseMutationOptions: SignBuilder<
  { transferId: bigint; recipient: Address } & Asked<SignReleaseOptions>
> = /* @__PURE__ */ sign({
  name: 'signRelease',
  run: async ({ clients, checking }, { transferId, recipient, checkOptions, ...options }) =>
    signRelease(clients, transferId, recipient, { ...options, checkOptions: await checking(checkOptions) }),
})
