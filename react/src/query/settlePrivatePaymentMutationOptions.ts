import { type CoSigner, type SettleOptions, type SettleParams, settlePrivatePayment } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Config, Entry, WriteMutation, WriteParameters } from './types.js'

/**
 * Options of a mutation. Pays out of a box; a veto of the co-signer is the result, not an error, as
 * `settlePrivatePayment` of the SDK.
 */
export function settlePrivatePaymentMutationOptions(
  config: Config,
  { cosigner, ...parameters }: WriteParameters & { cosigner: CoSigner },
): WriteMutation<settlePrivatePaymentMutationOptions.Variables, settlePrivatePaymentMutationOptions.Result> {
  return write<settlePrivatePaymentMutationOptions.Asks, settlePrivatePaymentMutationOptions.Result>({
    name: 'settlePrivatePayment',
    touches: BOXES,
    run: async (
      { clients, steps, checking },
      { account, amount, owner, payer, accept, spentBefore, checkOptions, ...options },
    ) => {
      const terms = { owner, payer, accept, spentBefore }
      return settlePrivatePayment(clients, account, amount, cosigner, terms, {
        ...options,
        checkOptions: await checking(checkOptions),
        ...steps,
      })
    },
  })(config, parameters)
}

export declare namespace settlePrivatePaymentMutationOptions {
  type Asks = { account: Address; amount: bigint } & Omit<SettleParams, 'auth'> & Asked<SettleOptions>
  type Variables = Asks & Entry
  type Result = Awaited<ReturnType<typeof settlePrivatePayment>>
}
