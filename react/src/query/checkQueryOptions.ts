import { type CheckOptions, check } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { checkOptionsOf } from './internal/provider.js'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/** Options of a query for what the firewall says about a payment. For showing: a send checks again by itself. */
export const checkQueryOptions: ReadBuilder<
  { sender: Address; target: Address } & Asked<CheckOptions>,
  Resolved<typeof check>
> = /* @__PURE__ */ read({
  name: 'check',
  needs: ['sender', 'target'],
  staleTime: 60_000,
  run: async (context, { sender, target, ...options }) =>
    check(sender, target, { ...(await checkOptionsOf(context)), ...options }),
})
