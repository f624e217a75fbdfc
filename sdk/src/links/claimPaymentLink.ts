import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { openLink } from './openLink.js'
import { submitOpened } from './submitOpened.js'
import type { ClaimedPaymentLink, PaymentLink } from './types.js'

/** Whom a claim pays, and how it is followed. */
export type ClaimPaymentLinkOptions = WriteOptions & {
  /** Default: the connected account. Of a claim link, whom its transfer must pay. */
  recipient?: Address | undefined
  /** The code of a claim link that carries none, as a person typed it. */
  code?: string | undefined
  /** What the deadline is compared with. Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * Claims what a link leads to, for the connected account. An open transfer under `KEY_RELEASE` is not paid by that: its sender
 * is asked, sees who asks, and releases it.
 *
 * Call it on a press only: programs that preview links open them too.
 *
 * @throws Before anything is sent: {@link InvalidInputError} without a code where one is needed, {@link LinkMalformedError} for a
 *   transfer of the other kind, {@link TransferUnavailableError}, {@link TransferLockedError}, {@link ClaimKeyInvalidError},
 *   `ClaimRecipientMismatchError`; what `claim` and `claimWithKey` throw.
 * @example
 * const { outcome } = await claimPaymentLink(clients, readPaymentLink(text))
 * if (outcome === 'release_requested') console.log('The sender decides now.')
 */
export async function claimPaymentLink(
  clients: ClientPair,
  link: PaymentLink,
  { recipient, code, now, ...options }: ClaimPaymentLinkOptions = {},
): Promise<ClaimedPaymentLink> {
  const account = requireAccount(clients.walletClient)
  const to = parseParty('recipient', recipient ?? account.address)
  const opened = await openLink(clients, link, { recipient: to, code, now })
  return submitOpened(clients, opened, options)
}
