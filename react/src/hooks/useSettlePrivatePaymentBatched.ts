'use client'
import type { CounterfactualCoSigner } from '@holdfast/sdk/shield'
import { settlePrivatePaymentBatchedMutationOptions } from '../query/settlePrivatePaymentBatchedMutationOptions.js'
import type { WriteParameters } from '../query/types.js'
import { useWrite } from './internal/useWrite.js'
import type { MutationParameters, WriteResult } from './types.js'

/**
 * Creates, funds and pays a box in one transaction; a veto of the co-signer is the result, not an error, as
 * `settlePrivatePaymentBatched` of the SDK.
 */
export function useSettlePrivatePaymentBatched(
  parameters: WriteParameters & { cosigner: CounterfactualCoSigner } & MutationParameters<
      settlePrivatePaymentBatchedMutationOptions.Variables,
      settlePrivatePaymentBatchedMutationOptions.Result
    >,
): WriteResult<
  settlePrivatePaymentBatchedMutationOptions.Variables,
  settlePrivatePaymentBatchedMutationOptions.Result
> {
  return useWrite(settlePrivatePaymentBatchedMutationOptions, parameters)
}
