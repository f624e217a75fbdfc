import { type PaymentLink, previewPaymentLink } from '@holdfast/sdk/links'
import { read } from './internal/read.js'
import { secretOf } from './internal/secretOf.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for what a link leads to. The journal holds the link under `entry`. */
export const previewPaymentLinkQueryOptions: ReadBuilder<
  { entry: string },
  Resolved<typeof previewPaymentLink>
> = /* @__PURE__ */ read({
  name: 'previewPaymentLink',
  needs: ['entry'],
  run: async ({ reader, holdfast }, { entry }) =>
    previewPaymentLink(reader, secretOf<PaymentLink>(await holdfast.journal.open(entry), 'link')),
})
