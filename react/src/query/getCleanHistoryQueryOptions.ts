import { type GetCleanHistoryOptions, getCleanHistory } from '@holdfast/sdk/history'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the history of an account without baits. */
export const getCleanHistoryQueryOptions: ReadBuilder<
  { address: Address } & Asked<GetCleanHistoryOptions>,
  Resolved<typeof getCleanHistory>
> = /* @__PURE__ */ read({
  name: 'getCleanHistory',
  needs: ['address'],
  run: ({ chainId, signal }, { address, ...options }) => getCleanHistory(address, { chainId, ...options, signal }),
})
