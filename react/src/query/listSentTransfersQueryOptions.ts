import { type ListOpenTransfersParams, listSentTransfers } from '@holdfast/sdk/transfer'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the transfers that a sender created, newest first. */
export const listSentTransfersQueryOptions: ReadBuilder<
  ListOpenTransfersParams,
  Resolved<typeof listSentTransfers>
> = /* @__PURE__ */ read({
  name: 'listSentTransfers',
  needs: ['sender'],
  run: ({ reader }, params) => listSentTransfers(reader, params),
})
