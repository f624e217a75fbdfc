import { hubDeposits } from '@holdfast/sdk/hub'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the deposits that are on their way into the Hub. */
export const hubDepositsQueryOptions: ReadBuilder<
  Asked<hubDeposits.Parameters>,
  Resolved<typeof hubDeposits>
> = /* @__PURE__ */ read({
  name: 'hubDeposits',
  needs: ['depositor'],
  run: ({ signal }, params) => hubDeposits({ ...params, signal }),
})
