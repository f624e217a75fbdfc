import { getPermitAllowance } from '@holdfast/sdk/transfer'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the USDC that Permit2 may take from an account. */
export const getPermitAllowanceQueryOptions: ReadBuilder<
  { owner: Address },
  Resolved<typeof getPermitAllowance>
> = /* @__PURE__ */ read({
  name: 'getPermitAllowance',
  needs: ['owner'],
  run: ({ reader }, { owner }) => getPermitAllowance(reader, owner),
})
