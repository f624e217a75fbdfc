import { type ExplorerOptions, explorerUsable } from '@holdfast/sdk/chain'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for whether the explorer of the chain can be relied on. */
export const explorerUsableQueryOptions: ReadBuilder<
  Asked<ExplorerOptions>,
  Resolved<typeof explorerUsable>
> = /* @__PURE__ */ read({
  name: 'explorerUsable',
  needs: [],
  run: ({ chainId, signal }, options) => explorerUsable({ chainId, ...options, signal }),
})
