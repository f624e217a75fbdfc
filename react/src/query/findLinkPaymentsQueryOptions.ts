import { findLinkPayments } from '@holdfast/sdk/links'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the transactions in which links have paid an account. */
export const findLinkPaymentsQueryOptions: ReadBuilder<
  { account: Address; fromBlock?: bigint | undefined },
  Resolved<typeof findLinkPayments>
> = /* @__PURE__ */ read({
  name: 'findLinkPayments',
  needs: ['account'],
  run: ({ reader }, params) => findLinkPayments(reader, params),
})
