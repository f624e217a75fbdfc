import { spendFromHub } from '@holdfast/sdk/hub'
import { destinationOf } from './internal/destination.js'
import { HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Spends from the Hub balance, as `spendFromHub` of the SDK. */
export const spendFromHubMutationOptions: WriteBuilder<
  Asked<spendFromHub.Parameters>,
  Resolved<typeof spendFromHub>
> = /* @__PURE__ */ write({
  name: 'spendFromHub',
  touches: HUB,
  run: async ({ clients, config, steps, checking, keep, seal }, { checkOptions, ...params }) =>
    spendFromHub(clients, {
      ...destinationOf(config, params.to),
      ...params,
      checkOptions: await checking(checkOptions),
      onStep: steps.onStep,
      onIntent: (signed) => seal({ signed }),
      onTransferId: (transferId) => keep({ transferId }),
    }),
})
