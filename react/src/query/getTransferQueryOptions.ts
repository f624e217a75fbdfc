import { getTransfer } from '@holdfast/sdk/transfer'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for a protected transfer. */
export const getTransferQueryOptions: ReadBuilder<
  { transferId: bigint },
  Resolved<typeof getTransfer>
> = /* @__PURE__ */ read({
  name: 'getTransfer',
  needs: ['transferId'],
  run: ({ reader }, { transferId }) => getTransfer(reader, transferId),
})
