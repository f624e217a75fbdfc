import { getAllowance } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the USDC that the transfer contract may take from an account. */
export const getAllowanceQueryOptions: ReadBuilder<
  { owner: Address },
  Resolved<typeof getAllowance>
> = /* @__PURE__ */ read({
  name: 'getAllowance',
  needs: ['owner'],
  run: ({ reader }, { owner }) => getAllowance(reader, owner),
})
