import { quoteBridge } from '@holdfast/sdk/bridge'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for what a transfer over the Bridge costs. */
export const quoteBridgeQueryOptions: ReadBuilder<
  Asked<quoteBridge.Parameters>,
  Resolved<typeof quoteBridge>
> = /* @__PURE__ */ read({
  name: 'quoteBridge',
  needs: ['from', 'to', 'amount'],
  run: ({ signal }, params) => quoteBridge({ ...params, signal }),
})
