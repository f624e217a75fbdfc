import { findHubMint } from '@holdfast/sdk/hub'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the state of a spend of the Hub. */
export const findHubMintQueryOptions: ReadBuilder<
  Asked<findHubMint.Parameters>,
  Resolved<typeof findHubMint>
> = /* @__PURE__ */ read({
  name: 'findHubMint',
  needs: ['transferId'],
  run: ({ signal }, params) => findHubMint({ ...params, signal }),
})
