import type { RelayCreateParameters, RelayOptions, ServiceClient } from '@holdfast/sdk/service'
import { serviceOf } from './internal/service.js'
import { BOXES } from './internal/touches.js'
import { writeByService } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/**
 * Options of a mutation. Asks the service to create a box, as `relayCreate` of the SDK's service client. An operation that is still
 * pending is a result, not an error.
 */
export const relayCreateMutationOptions: WriteBuilder<
  RelayCreateParameters & Asked<RelayOptions>,
  Resolved<ServiceClient['relayCreate']>
> = /* @__PURE__ */ writeByService({
  name: 'relayCreate',
  touches: BOXES,
  run: ({ holdfast, account }, { timeoutMs, ...parameters }) =>
    serviceOf(holdfast, account).relayCreate(parameters, { timeoutMs }),
})
