import { mintBridged } from '@holdfast/sdk/bridge'
import { BRIDGE } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Mints an attested burn, as `mintBridged` of the SDK. */
export const mintBridgedMutationOptions: WriteBuilder<
  Asked<mintBridged.Parameters>,
  Resolved<typeof mintBridged>
> = /* @__PURE__ */ write({
  name: 'mintBridged',
  touches: BRIDGE,
  run: ({ clients, steps }, params) => mintBridged(clients, { ...params, ...steps }),
})
