import { addHubDelegate } from '@holdfast/sdk/hub'
import { HUB } from './internal/touches.js'
import { write } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/** Options of a mutation. Lets another account spend the Hub balance, as `addHubDelegate` of the SDK. */
export const addHubDelegateMutationOptions: WriteBuilder<
  Asked<addHubDelegate.Parameters>,
  Resolved<typeof addHubDelegate>
> = /* @__PURE__ */ write({
  name: 'addHubDelegate',
  touches: HUB,
  run: async ({ clients, steps, checking }, { checkOptions, ...params }) =>
    addHubDelegate(clients, { ...params, checkOptions: await checking(checkOptions), ...steps }),
})
