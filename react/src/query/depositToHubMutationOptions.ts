import { depositToHub } from '@holdfast/sdk/hub'
import { HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Deposits into the Hub, as `depositToHub` of the SDK. */
export const depositToHubMutationOptions: WriteBuilder<
  Asked<depositToHub.Parameters>,
  Resolved<typeof depositToHub>
> = /* @__PURE__ */ write({
  name: 'depositToHub',
  touches: HUB,
  run: ({ clients, steps }, params) => depositToHub(clients, { ...params, ...steps }),
})
