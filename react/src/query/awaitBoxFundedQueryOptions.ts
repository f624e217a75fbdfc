import { type AwaitBoxFundedOptions, awaitBoxFunded } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for whether an amount has arrived in a box in time. */
export const awaitBoxFundedQueryOptions: ReadBuilder<
  { account: Address; amount: bigint; usdc: Address } & Asked<AwaitBoxFundedOptions>,
  Resolved<typeof awaitBoxFunded>
> = /* @__PURE__ */ read({
  name: 'awaitBoxFunded',
  needs: ['account', 'amount', 'usdc'],
  run: ({ client, signal }, { account, amount, usdc, ...options }) =>
    awaitBoxFunded(client, account, amount, usdc, { ...options, signal }),
})
