import { findForwardedMint } from '@holdfast/sdk/bridge'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the transaction that minted a burn; `null` where it is not minted yet. */
export const findForwardedMintQueryOptions: ReadBuilder<
  Asked<findForwardedMint.Parameters>,
  Resolved<typeof findForwardedMint>
> = /* @__PURE__ */ read({
  name: 'findForwardedMint',
  needs: ['sourceDomain', 'burnTxHash'],
  run: ({ signal }, params) => findForwardedMint({ ...params, signal }),
})
