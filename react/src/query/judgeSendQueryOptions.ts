import { judgeSend, type SentPayment } from '@holdfast/sdk/watch'
import { checkOptionsOf } from './internal/provider.js'
import { read } from './internal/read.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for what the firewall says now about a payment that is not claimed yet. */
export const judgeSendQueryOptions: ReadBuilder<SentPayment, Resolved<typeof judgeSend>> = /* @__PURE__ */ read({
  name: 'judgeSend',
  needs: ['sender', 'recipient', 'amount'],
  staleTime: 60_000,
  run: async (context, payment) => {
    const { client, ...options } = await checkOptionsOf(context)
    return judgeSend(context.client, payment, options)
  },
})
