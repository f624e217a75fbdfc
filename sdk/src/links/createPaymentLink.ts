import type { Hex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { chainIdOf } from '../chain/network.js'
import { parseOrigin } from '../chain/origin.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import type { AuthorizationOptions } from '../transfer/authorization.js'
import { claimKeyFromLink } from '../transfer/claimKey.js'
import type { SendProtectedResult } from '../transfer/types.js'
import { formatPaymentLink } from './formatPaymentLink.js'
import { lockForHolder } from './lockForHolder.js'

/** What a payment link pays. */
export type CreatePaymentLinkParams = {
  /** Registered terms with claim mode `KEY`, or `KEY_RELEASE` above `RELEASE_ABOVE`. */
  configId: Hex
  /** USDC base units. */
  amount: bigint
  /** 32 bytes of `generateLinkSecret`. Store it before the call: it alone finds and claims the transfer. */
  linkSecret: Hex
  /** Of the web application that the link opens, as `https://pay.example`. */
  origin: string
}

/** How the send is followed, and how long its signature lives. */
export type CreatePaymentLinkOptions = WriteOptions & { authorization?: AuthorizationOptions | undefined }

/** An open transfer, and the link that claims it. */
export type CreatedPaymentLink = SendProtectedResult & {
  /** As secret as the money. */
  link: string
}

/**
 * Locks USDC for the holder of a link: an open transfer. Pays by one signature where the account can, else approves and sends.
 *
 * No firewall can judge a recipient who is not known yet. So terms without release are refused above `RELEASE_ABOVE`: there the
 * sender sees who asks, and `release` checks that account.
 *
 * @throws As `sendProtected`; {@link InvalidInputError} for an amount that needs a release, a bad origin or secret.
 * @example
 * const linkSecret = generateLinkSecret() // store it first
 * const params = { configId, amount: 25_000_000n, linkSecret, origin: 'https://pay.example' }
 * const { link } = await createPaymentLink(clients, params)
 */
export async function createPaymentLink(
  clients: ClientPair,
  { configId, amount, linkSecret, origin }: CreatePaymentLinkParams,
  options: CreatePaymentLinkOptions = {},
): Promise<CreatedPaymentLink> {
  parseOrigin(origin)
  const { claimHash } = claimKeyFromLink(linkSecret)
  const chainId = await chainIdOf(clients.publicClient)
  const sent = await lockForHolder(clients, { configId, amount, claimHash }, options)
  const { transferId } = sent
  return { ...sent, link: formatPaymentLink({ kind: 'payment', chainId, transferId, linkSecret }, origin) }
}
