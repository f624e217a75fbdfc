import { type SendFields, type SendWithWitnessOptions, signSendWitness } from '@holdfast/sdk/transfer'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a send that anyone may submit (Permit2 with a witness), as `signSendWitness` of the
 * SDK. The signature goes into the journal, under the id that is returned.
 */
export const signSendWitnessMutationOptions: SignBuilder<{ send: SendFields } & Asked<SendWithWitnessOptions>> =
  /* @__PURE__ */ sign({
    name: 'signSendWitness',
    run: async ({ clients, checking }, { send, checkOptions, ...options }) => ({
      signed: await signSendWitness(clients, send, { ...options, checkOptions: await checking(checkOptions) }),
    }),
  })
