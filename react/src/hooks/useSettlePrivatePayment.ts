'use client'
import type { CoSigner } from '@holdfast/sdk/shield'
import { settlePrivatePaymentMutationOptions } from '../query/settlePrivatePaymentMutationOptions.js'
import type { WriteParameters } from '../query/types.js'
import { useWrite } from './internal/useWrite.js'
import type { MutationParameters, WriteResult } from './types.js'

/** Pays out of a box; a veto of the co-signer is the result, not an error, as `settlePrivatePayment` of the SDK. */
export function useSettlePrivatePayment(
  parameters: WriteParameters & { cosigner: CoSigner } & MutationParameters<
      settlePrivatePaymentMutationOptions.Variables,
      settlePrivatePaymentMutationOptions.Result
    >,
): WriteResult<settlePrivatePaymentMutationOptions.Variables, settlePrivatePaymentMutationOptions.Result> {
  return useWrite(settlePrivatePaymentMutationOptions, parameters)
}
