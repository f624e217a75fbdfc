import { verifyForwardedMint } from '@holdfast/sdk/bridge'
import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import { findReader } from './internal/clients.js'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for what the chains say of a mint that the issuer names, as `verifyForwardedMint` of the SDK. The configuration has the clients. */
export const verifyForwardedMintQueryOptions: ReadBuilder<
  verifyForwardedMint.Parameters,
  Resolved<typeof verifyForwardedMint>
> = /* @__PURE__ */ read({
  name: 'verifyForwardedMint',
  needs: ['sourceDomain', 'burnTxHash', 'forwardTxHash'],
  run: ({ config }, params) => verifyForwardedMint((chain) => findReader(config, BRIDGE_CHAINS[chain].chainId), params),
})
