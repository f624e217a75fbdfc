import { type ClaimPaymentLinkOptions, claimPaymentLink, type PaymentLink } from '@holdfast/sdk/links'
import { TRANSFERS } from './internal/touches.js'
import { writeSealed } from './internal/write.js'
import type { Asked, Resolved, SealedWriteBuilder } from './types.js'

/** Options of a mutation. Claims the payment of a link, as `claimPaymentLink` of the SDK. Call it only when the person presses a
 * button. */
export const claimPaymentLinkMutationOptions: SealedWriteBuilder<
  Omit<Asked<ClaimPaymentLinkOptions>, 'code'>,
  Resolved<typeof claimPaymentLink>
> = /* @__PURE__ */ writeSealed({
  name: 'claimPaymentLink',
  touches: TRANSFERS,
  run: ({ clients, steps }, options, { link, code }: { link: PaymentLink; code?: string | undefined }) =>
    claimPaymentLink(clients, link, { ...options, code, ...steps }),
})
