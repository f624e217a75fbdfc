import { type SendBatchWithWitnessOptions, type SendFields, signBatchWitness } from '@holdfast/sdk/transfer'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a batch that anyone may submit (Permit2 with a witness), as `signBatchWitness` of
 * the SDK. The signature goes into the journal, under the id that is returned.
 */
export const signBatchWitnessMutationOptions: SignBuilder<
  { items: readonly SendFields[] } & Asked<SendBatchWithWitnessOptions>
> = /* @__PURE__ */ sign({
  name: 'signBatchWitness',
  run: async ({ clients, checking }, { items, checkOptions, ...options }) => ({
    signed: await signBatchWitness(clients, items, { ...options, checkOptions: await checking(checkOptions) }),
  }),
})
