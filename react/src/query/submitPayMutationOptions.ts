import type { WriteOptions } from '@holdfast/sdk/chain'
import { type BoxOptions, submitPay } from '@holdfast/sdk/shield'
import type { Address, Hex } from 'viem'
import { BOXES } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Pays out of a box with the signature of its co-signer, as `submitPay` of the SDK. */
export const submitPayMutationOptions: SealedWriteBuilder<
  { account: Address; amount: bigint } & Asked<WriteOptions & BoxOptions>,
  Resolved<typeof submitPay>
> = /* @__PURE__ */ writeSealed({
  name: 'submitPay',
  touches: BOXES,
  run: ({ clients, steps }, { account, amount, ...options }, { cosignerSig }: { cosignerSig: Hex }) =>
    submitPay(clients, account, amount, cosignerSig, { ...options, ...steps }),
})
