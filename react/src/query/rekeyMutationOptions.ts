import type { WriteOptions } from '@holdfast/sdk/chain'
import { rekey } from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { TRANSFERS } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Gives a transfer a new code, as `rekey` of the SDK. */
export const rekeyMutationOptions: WriteBuilder<
  { transferId: bigint; newClaimHash: Hex } & Asked<WriteOptions>,
  Resolved<typeof rekey>
> = /* @__PURE__ */ write({
  name: 'rekey',
  touches: TRANSFERS,
  run: ({ clients, steps }, { transferId, newClaimHash, ...options }) =>
    rekey(clients, transferId, newClaimHash, { ...options, ...steps }),
})
