import type { ServiceClient } from '@holdfast/sdk/service'
import { read } from './internal/read.js'
import { serviceOf } from './internal/service.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for whether the service is up. */
export const healthQueryOptions: ReadBuilder<object, Resolved<ServiceClient['health']>> = /* @__PURE__ */ read({
  name: 'health',
  needs: [],
  run: ({ holdfast, signal }) => serviceOf(holdfast).health({ signal }),
})
