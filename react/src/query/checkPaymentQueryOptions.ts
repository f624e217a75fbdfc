import { type CheckOptions, checkPayment, type PaymentToCheck } from '@holdfast/sdk/risk'
import { checkOptionsOf } from './internal/provider.js'
import { read } from './internal/read.js'
import type { Asked, ReadBuilder, Resolved } from './types.js'

/**
 * Options of a query for what the firewall says about a payment across chains. For showing: a send checks again by
 * itself.
 */
export const checkPaymentQueryOptions: ReadBuilder<
  PaymentToCheck & Asked<CheckOptions>,
  Resolved<typeof checkPayment>
> = /* @__PURE__ */ read({
  name: 'checkPayment',
  needs: ['payer', 'payee', 'chains'],
  staleTime: 60_000,
  run: async (context, { payer, payee, amount, chains, ...options }) => {
    const { provider, ...checking } = await checkOptionsOf(context)
    return checkPayment({ payer, payee, amount, chains }, { ...checking, ...options })
  },
})
