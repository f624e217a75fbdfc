import type { RelayOptions, ServiceClient } from '@holdfast/sdk/service'
import type { RelayAnnounce } from '@holdfast/sdk/wire'
import { serviceOf } from './internal/service.js'
import { BOXES } from './internal/touches.js'
import { writeByService } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/**
 * Options of a mutation. Asks the service to announce a box, as `relayAnnounce` of the SDK's service client. An operation that is
 * still pending is a result, not an error.
 */
export const relayAnnounceMutationOptions: WriteBuilder<
  RelayAnnounce & Asked<RelayOptions>,
  Resolved<ServiceClient['relayAnnounce']>
> = /* @__PURE__ */ writeByService({
  name: 'relayAnnounce',
  touches: BOXES,
  run: ({ holdfast, account }, { timeoutMs, ...parameters }) =>
    serviceOf(holdfast, account).relayAnnounce(parameters, { timeoutMs }),
})
