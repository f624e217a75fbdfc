import { type BridgeFlowOptions, type BridgeProgress, resumeBridge } from '@holdfast/sdk/bridge'
import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import type { PaymentGuardOptions } from '@holdfast/sdk/risk'
import { destinationOf } from './internal/destination.js'
import { BRIDGE } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Goes on with a transfer over the Bridge, as `resumeBridge` of the SDK. */
export const resumeBridgeMutationOptions: WriteBuilder<
  { progress: BridgeProgress } & Asked<BridgeFlowOptions & PaymentGuardOptions>,
  Resolved<typeof resumeBridge>
> = /* @__PURE__ */ write({
  name: 'resumeBridge',
  touches: BRIDGE,
  // Wherever the wallet is now. The SDK judges what was stored.
  meantChain: ({ progress }) => BRIDGE_CHAINS[progress?.from]?.chainId,
  resumes: true,
  run: async ({ clients, config, steps, checking, keep }, { progress, checkOptions, ...options }) =>
    resumeBridge(clients, progress, {
      ...destinationOf(config, progress.to),
      ...options,
      checkOptions: await checking(checkOptions),
      onStep: steps.onStep,
      onProgress: (bridge) => keep({ bridge }),
    }),
})
