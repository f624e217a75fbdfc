import {
  type CounterfactualCoSigner,
  type SettleBatchedOptions,
  type SettleBatchedParams,
  settlePrivatePaymentBatched,
} from '@holdfast/sdk/shield'
import { BOXES } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Config, Entry, WriteMutation, WriteParameters } from './types.js'

/**
 * Options of a mutation. Creates, funds and pays a box in one transaction; a veto of the co-signer is the result,
 * not an error, as `settlePrivatePaymentBatched` of the SDK.
 */
export function settlePrivatePaymentBatchedMutationOptions(
  config: Config,
  { cosigner, ...parameters }: WriteParameters & { cosigner: CounterfactualCoSigner },
): WriteMutation<
  settlePrivatePaymentBatchedMutationOptions.Variables,
  settlePrivatePaymentBatchedMutationOptions.Result
> {
  return write<settlePrivatePaymentBatchedMutationOptions.Asks, settlePrivatePaymentBatchedMutationOptions.Result>({
    name: 'settlePrivatePaymentBatched',
    touches: BOXES,
    run: async (
      { clients, steps, checking },
      { factory, salt, policy, amount, owner, router, payer, accept, checkOptions, ...options },
    ) => {
      const terms = { factory, salt, policy, amount, owner, router, payer, accept, cosigner }
      return settlePrivatePaymentBatched(clients, terms, {
        ...options,
        checkOptions: await checking(checkOptions),
        ...steps,
      })
    },
  })(config, parameters)
}

export declare namespace settlePrivatePaymentBatchedMutationOptions {
  type Asks = Omit<SettleBatchedParams, 'cosigner' | 'auth'> & Asked<SettleBatchedOptions>
  type Variables = Asks & Entry
  type Result = Awaited<ReturnType<typeof settlePrivatePaymentBatched>>
}
