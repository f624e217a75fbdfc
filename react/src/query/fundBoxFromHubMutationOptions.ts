import { type FundBoxParams, fundBoxFromHub } from '@holdfast/sdk/shield'
import { BOXES, HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Funds a box from the Hub balance, as `fundBoxFromHub` of the SDK. */
export const fundBoxFromHubMutationOptions: WriteBuilder<
  Asked<FundBoxParams>,
  Resolved<typeof fundBoxFromHub>
> = /* @__PURE__ */ write({
  name: 'fundBoxFromHub',
  touches: [...HUB, ...BOXES],
  run: async ({ clients, steps, checking, keep, seal }, { checkOptions, ...params }) =>
    fundBoxFromHub(clients, {
      ...params,
      checkOptions: await checking(checkOptions),
      onStep: steps.onStep,
      onIntent: (signed) => seal({ signed }),
      onTransferId: (transferId) => keep({ transferId }),
    }),
})
