import type { WriteOptions } from '@holdfast/sdk/chain'
import { type BoxOptions, submitPull } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import { BOXES } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Pulls from a box with the signature of its co-signer, as `submitPull` of the SDK. */
export const submitPullMutationOptions: SealedWriteBuilder<
  { account: Address; amount: bigint } & Asked<WriteOptions & BoxOptions>,
  Resolved<typeof submitPull>
> = /* @__PURE__ */ writeSealed({
  name: 'submitPull',
  touches: BOXES,
  run: ({ clients, steps }, { account, amount, ...options }, { cosignerSig }: { cosignerSig: Hex }) =>
    submitPull(clients, account, amount, cosignerSig, { ...options, ...steps }),
})
