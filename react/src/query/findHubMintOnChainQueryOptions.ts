import { findHubMintOnChain } from '@holdfast/sdk/hub'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the state of a spend of the Hub, read from its destination. */
export const findHubMintOnChainQueryOptions: ReadBuilder<
  findHubMintOnChain.Parameters,
  Resolved<typeof findHubMintOnChain>
> = /* @__PURE__ */ read({
  name: 'findHubMintOnChain',
  needs: ['transferSpecHash'],
  run: ({ client }, params) => findHubMintOnChain(client, params),
})
