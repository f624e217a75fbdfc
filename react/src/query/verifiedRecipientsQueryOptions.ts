import type { ServiceClient, VerifiedRecipientsParameters } from '@holdfast/sdk/service'
import { read } from './internal/read.js'
import { serviceOf } from './internal/service.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for whom a sender's protected transfers have reached. */
export const verifiedRecipientsQueryOptions: ReadBuilder<
  VerifiedRecipientsParameters,
  Resolved<ServiceClient['verifiedRecipients']>
> = /* @__PURE__ */ read({
  name: 'verifiedRecipients',
  needs: ['sender'],
  run: ({ holdfast, chainId, signal }, { sender }) =>
    serviceOf(holdfast).verifiedRecipients({ sender, chainId }, { signal }),
})
