import type { GaslessClaimOptions, ServiceClient } from '@holdfast/sdk/service'
import type { Address, Hex } from 'viem'
import { serviceOf } from './internal/service.js'
import { TRANSFERS } from './internal/touches.js'
import { writeSealedByService } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/**
 * Options of a mutation. Claims a protected transfer through the service, without gas; a claim that does not pay is
 * the result, not an error, as `gaslessClaim` of the SDK's service client.
 */
export const gaslessClaimMutationOptions: SealedWriteBuilder<
  { transferId: bigint; recipient: Address } & Asked<GaslessClaimOptions>,
  Resolved<ServiceClient['gaslessClaim']>
> = /* @__PURE__ */ writeSealedByService({
  name: 'gaslessClaim',
  touches: TRANSFERS,
  run: (
    { holdfast, account },
    { transferId, recipient, timeoutMs },
    proof: { code: string; salt: Hex } | { signature: Hex },
  ) => serviceOf(holdfast, account).gaslessClaim({ transferId, recipient, ...proof }, { timeoutMs }),
})
