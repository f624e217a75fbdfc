import { hubBalance } from '@holdfast/sdk/hub'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for what a depositor can spend from the Hub, by chain. */
export const hubBalanceQueryOptions: ReadBuilder<
  Asked<hubBalance.Parameters>,
  Resolved<typeof hubBalance>
> = /* @__PURE__ */ read({
  name: 'hubBalance',
  needs: ['depositor'],
  run: ({ signal }, params) => hubBalance({ ...params, signal }),
})
