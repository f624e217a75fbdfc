import { removeHubDelegate } from '@holdfast/sdk/hub'
import { HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Takes the right of a delegate back, as `removeHubDelegate` of the SDK. */
export const removeHubDelegateMutationOptions: WriteBuilder<
  Asked<removeHubDelegate.Parameters>,
  Resolved<typeof removeHubDelegate>
> = /* @__PURE__ */ write({
  name: 'removeHubDelegate',
  touches: HUB,
  run: ({ clients, steps }, params) => removeHubDelegate(clients, { ...params, ...steps }),
})
