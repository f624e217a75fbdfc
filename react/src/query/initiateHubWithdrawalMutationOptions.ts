import { initiateHubWithdrawal } from '@holdfast/sdk/hub'
import { HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Begins a withdrawal from the Hub on chain, as `initiateHubWithdrawal` of the SDK. */
export const initiateHubWithdrawalMutationOptions: WriteBuilder<
  Asked<initiateHubWithdrawal.Parameters>,
  Resolved<typeof initiateHubWithdrawal>
> = /* @__PURE__ */ write({
  name: 'initiateHubWithdrawal',
  touches: HUB,
  run: ({ clients, steps }, params) => initiateHubWithdrawal(clients, { ...params, ...steps }),
})
