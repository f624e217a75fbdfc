import { type ListOpenTransfersParams, listOpenTransfers } from '@holdfast/sdk/transfer'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the transfers that a sender created without a recipient, newest first. */
export const listOpenTransfersQueryOptions: ReadBuilder<
  ListOpenTransfersParams,
  Resolved<typeof listOpenTransfers>
> = /* @__PURE__ */ read({
  name: 'listOpenTransfers',
  needs: ['sender'],
  run: ({ reader }, params) => listOpenTransfers(reader, params),
})
