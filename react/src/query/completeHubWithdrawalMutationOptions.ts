import { completeHubWithdrawal } from '@holdfast/sdk/hub'
import { HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Completes a withdrawal from the Hub on chain, as `completeHubWithdrawal` of the SDK. */
export const completeHubWithdrawalMutationOptions: WriteBuilder<
  Asked<completeHubWithdrawal.Parameters>,
  Resolved<typeof completeHubWithdrawal>
> = /* @__PURE__ */ write({
  name: 'completeHubWithdrawal',
  touches: HUB,
  run: ({ clients, steps }, params) => completeHubWithdrawal(clients, { ...params, ...steps }),
})
