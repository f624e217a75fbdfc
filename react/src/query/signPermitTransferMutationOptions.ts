import { type SignPermitOptions, signPermitTransfer } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a Permit2 transfer, as `signPermitTransfer` of the SDK. The signature goes into the
 * journal, under the id that is returned.
 */
export const signPermitTransferMutationOptions: SignBuilder<
  { amount: bigint; spender: Address } & Asked<SignPermitOptions>
> = /* @__PURE__ */ sign({
  name: 'signPermitTransfer',
  run: ({ clients }, { amount, spender, ...options }) => signPermitTransfer(clients, amount, spender, options),
})
