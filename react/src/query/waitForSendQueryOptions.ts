import type { LateWaitOptions } from '@holdfast/sdk/chain'
import { waitForSend } from '@holdfast/sdk/transfer'
import type { Hash, Hex } from 'viem'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for how a send ended whose receipt did not come in time. */
export const waitForSendQueryOptions: ReadBuilder<
  { txHash: Hash; claimHash: Hex } & Asked<LateWaitOptions>,
  Resolved<typeof waitForSend>
> = /* @__PURE__ */ read({
  name: 'waitForSend',
  needs: ['txHash', 'claimHash'],
  staleTime: Number.POSITIVE_INFINITY,
  run: ({ reader, signal }, { txHash, claimHash, ...options }) =>
    waitForSend(reader, txHash, claimHash, { ...options, signal }),
})
