import { bridgeFromWallet } from '@holdfast/sdk/bridge'
import { destinationOf } from './internal/destination.js'
import { BRIDGE } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Moves USDC over the Bridge, as `bridgeFromWallet` of the SDK. */
export const bridgeFromWalletMutationOptions: WriteBuilder<
  Asked<bridgeFromWallet.Parameters>,
  Resolved<typeof bridgeFromWallet>
> = /* @__PURE__ */ write({
  name: 'bridgeFromWallet',
  touches: BRIDGE,
  run: async ({ clients, config, steps, checking, keep }, { checkOptions, ...params }) =>
    bridgeFromWallet(clients, {
      ...destinationOf(config, params.to),
      ...params,
      checkOptions: await checking(checkOptions),
      onStep: steps.onStep,
      onProgress: (bridge) => keep({ bridge }),
    }),
})
