import type { ServiceClient } from '@holdfast/sdk/service'
import type { Investigate } from '@holdfast/sdk/wire'
import { read } from './internal/read.js'
import { serviceOf } from './internal/service.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for a second opinion on a payment. */
export const investigateQueryOptions: ReadBuilder<
  Investigate,
  Resolved<ServiceClient['investigate']>
> = /* @__PURE__ */ read({
  name: 'investigate',
  needs: ['sender', 'target'],
  run: ({ holdfast, chainId, signal }, payment) => serviceOf(holdfast).investigate({ chainId, ...payment }, { signal }),
})
