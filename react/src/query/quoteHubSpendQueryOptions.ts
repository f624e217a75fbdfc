import { quoteHubSpend } from '@holdfast/sdk/hub'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for what a spend of the Hub costs. */
export const quoteHubSpendQueryOptions: ReadBuilder<
  Asked<quoteHubSpend.Parameters>,
  Resolved<typeof quoteHubSpend>
> = /* @__PURE__ */ read({
  name: 'quoteHubSpend',
  needs: ['from', 'to', 'amount', 'depositor'],
  run: ({ signal }, params) => quoteHubSpend({ ...params, signal }),
})
