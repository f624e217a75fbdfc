import { type SignSweepOptions, signSweep } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { sign } from './internal/write.js'
import type { Asked, SignBuilder } from './types.js'

/**
 * Options of a mutation. Signs a sweep of a box, as `signSweep` of the SDK. The signature goes into the journal,
 * under the id that is returned.
 */
export const signSweepMutationOptions: SignBuilder<{ account: Address } & Asked<SignSweepOptions>> =
  /* @__PURE__ */ sign({
    name: 'signSweep',
    run: ({ clients }, { account, ...options }) => signSweep(clients, account, options),
  })
