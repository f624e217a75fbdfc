import type { AnnouncementsParameters, ServiceClient } from '@holdfast/sdk/service'
import { read } from './internal/read.js'
import { serviceOf } from './internal/service.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for one page of stealth announcements. */
export const announcementsQueryOptions: ReadBuilder<
  AnnouncementsParameters,
  Resolved<ServiceClient['announcements']>
> = /* @__PURE__ */ read({
  name: 'announcements',
  needs: [],
  run: ({ holdfast, chainId, signal }, params) => serviceOf(holdfast).announcements({ chainId, ...params }, { signal }),
})
