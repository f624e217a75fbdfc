import { waitForForwardedMint } from '@holdfast/sdk/bridge'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the transaction that minted a burn, waited for; `null` where it is late. */
export const waitForForwardedMintQueryOptions: ReadBuilder<
  Asked<waitForForwardedMint.Parameters>,
  Resolved<typeof waitForForwardedMint>
> = /* @__PURE__ */ read({
  name: 'waitForForwardedMint',
  needs: ['sourceDomain', 'burnTxHash'],
  run: ({ signal }, params) => waitForForwardedMint({ ...params, signal }),
})
