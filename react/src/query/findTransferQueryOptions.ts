import { type FindTransferParams, findTransfer } from '@holdfast/sdk/transfer'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for a transfer by its sender and claim hash; `null` where there is none yet. */
export const findTransferQueryOptions: ReadBuilder<
  FindTransferParams,
  Resolved<typeof findTransfer>
> = /* @__PURE__ */ read({
  name: 'findTransfer',
  needs: ['sender', 'claimHash'],
  run: ({ reader }, params) => findTransfer(reader, params),
})
