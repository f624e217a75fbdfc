import type { LateWaitOptions } from '@holdfast/sdk/chain'
import { waitForClaim } from '@holdfast/sdk/transfer'
import type { Hash } from 'viem'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for the outcome of a claim whose receipt did not arrive in time. */
export const waitForClaimQueryOptions: ReadBuilder<
  { transferId: bigint; txHash: Hash } & Asked<LateWaitOptions>,
  Resolved<typeof waitForClaim>
> = /* @__PURE__ */ read({
  name: 'waitForClaim',
  needs: ['transferId', 'txHash'],
  staleTime: Number.POSITIVE_INFINITY,
  run: ({ reader, signal }, { transferId, txHash, ...options }) =>
    waitForClaim(reader, transferId, txHash, { ...options, signal }),
})
