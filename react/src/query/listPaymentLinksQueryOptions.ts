import { type ListPaymentLinksParams, listPaymentLinks } from '@holdfast/sdk/links'
import type { Hex } from 'viem'
import { read } from './internal/read.js'
import { secretOf } from './internal/secretOf.js'
import type { ReadBuilder, Resolved } from './types.js'

/** Options of a query for the payment links that an account has sent, newest first. */
export const listPaymentLinksQueryOptions: ReadBuilder<
  Omit<ListPaymentLinksParams, 'secrets' | 'now'> & {
    /** Rows of the journal. The links of those with a `linkSecret` are written out. */
    entries?: readonly string[] | undefined
  },
  Resolved<typeof listPaymentLinks>
> = /* @__PURE__ */ read({
  name: 'listPaymentLinks',
  needs: ['sender'],
  run: async ({ reader, holdfast }, { entries = [], ...params }) => {
    const rows = await Promise.all(entries.map((entry) => holdfast.journal.open(entry)))
    // The list does not depend on it: a browser may have lost its key, or deleted the secret of a link that is over.
    const kept = rows.filter(({ secret }) => secret.linkSecret !== undefined)
    const secrets = kept.map((row) => ({ linkSecret: secretOf<Hex>(row, 'linkSecret') }))
    return listPaymentLinks(reader, { ...params, secrets })
  },
})
