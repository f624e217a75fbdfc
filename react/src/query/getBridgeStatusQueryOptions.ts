import { getBridgeStatus } from '@holdfast/sdk/bridge'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for where the issuer says a burn is. */
export const getBridgeStatusQueryOptions: ReadBuilder<
  Asked<getBridgeStatus.Parameters>,
  Resolved<typeof getBridgeStatus>
> = /* @__PURE__ */ read({
  name: 'getBridgeStatus',
  needs: ['sourceDomain', 'burnTxHash'],
  run: ({ signal }, params) => getBridgeStatus({ ...params, signal }),
})
