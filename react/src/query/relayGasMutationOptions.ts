import type { RelayOptions, ServiceClient } from '@holdfast/sdk/service'
import type { RelayGas } from '@holdfast/sdk/wire'
import { serviceOf } from './internal/service.js'
import { BOXES } from './internal/touches.js'
import { writeByService } from './internal/write.js'
import type { Asked, Resolved, WriteBuilder } from './types.js'

/**
 * Options of a mutation. Has the service give a fresh address gas; work that still goes on is a result, as
 * `relayGas` of the SDK's service client.
 */
export const relayGasMutationOptions: WriteBuilder<
  RelayGas & Asked<RelayOptions>,
  Resolved<ServiceClient['relayGas']>
> = /* @__PURE__ */ writeByService({
  name: 'relayGas',
  touches: BOXES,
  run: ({ holdfast, account }, { timeoutMs, ...parameters }) =>
    serviceOf(holdfast, account).relayGas(parameters, { timeoutMs }),
})
