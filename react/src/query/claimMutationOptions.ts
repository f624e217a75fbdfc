import { type ClaimOptions, claim } from '@holdfast/sdk/transfer'
import type { Hex } from 'viem'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Claims a protected transfer with its code, as `claim` of the SDK. */
export const claimMutationOptions: SealedWriteBuilder<
  { transferId: bigint } & Asked<ClaimOptions>,
  Resolved<typeof claim>
> = /* @__PURE__ */ writeSealed({
  name: 'claim',
  touches: TRANSFERS,
  run: ({ clients, steps }, { transferId, ...options }, { code, salt }: { code: string; salt: Hex }) =>
    claim(clients, transferId, code, salt, { ...options, ...steps }),
})
