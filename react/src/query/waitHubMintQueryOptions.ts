import { waitHubMint } from '@holdfast/sdk/hub'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for how a spend of the Hub ends, waited for. */
export const waitHubMintQueryOptions: ReadBuilder<
  Asked<waitHubMint.Parameters>,
  Resolved<typeof waitHubMint>
> = /* @__PURE__ */ read({
  name: 'waitHubMint',
  needs: ['transferId'],
  run: ({ signal }, params) => waitHubMint({ ...params, signal }),
})
