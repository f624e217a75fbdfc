import { findPaymentLink } from '@holdfast/sdk/links'
import type { Address, Hex } from 'viem'
import { read } from './internal/read.js'
import { secretOf } from './internal/secretOf.js'
import type { ReadBuilder, Resolved } from './types.js'

/**
 * Options of a query for the open transfer of a link secret, which the journal holds under `entry`; `null` where
 * there is none yet.
 */
export const findPaymentLinkQueryOptions: ReadBuilder<
  { sender: Address; entry: string; fromBlock?: bigint | undefined },
  Resolved<typeof findPaymentLink>
> = /* @__PURE__ */ read({
  name: 'findPaymentLink',
  needs: ['sender', 'entry'],
  run: async ({ reader, holdfast }, { sender, entry, fromBlock }) => {
    const linkSecret = secretOf<Hex>(await holdfast.journal.open(entry), 'linkSecret')
    return findPaymentLink(reader, { sender, linkSecret, fromBlock })
  },
})
