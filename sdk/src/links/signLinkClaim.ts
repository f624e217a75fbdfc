import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { SignedClaim } from '../transfer/signClaim.js'
import { type CodeClaim, openLink } from './openLink.js'
import type { LinkReader, PaymentLink } from './types.js'

/** Whom the claim pays. */
export type SignLinkClaimParams = {
  /** Of a claim link, whom its transfer must pay. */
  recipient: Address
  /** The code of a claim link that carries none, as a person typed it. */
  code?: string | undefined
  /** What the deadline is compared with. Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * Makes the claim of a link for another account to submit, such as the relayer of a service: the recipient needs no wallet here
 * and no gas. Sends nothing. It is signed by the key of the link or of its code and tells no secret; only under terms with claim
 * mode `CODE` it holds the code itself, which pays the recorded recipient alone.
 *
 * Under `KEY_RELEASE` the submitter can only ask for the release: the service answers `awaiting_release`.
 *
 * @throws {@link InvalidInputError} without a code where one is needed or for a wrong one, {@link LinkMalformedError} for a
 *   transfer of the other kind, {@link TransferUnavailableError}, {@link TransferLockedError}, {@link ClaimKeyInvalidError},
 *   {@link ClaimRecipientMismatchError}, `InvalidAddressError`, `WrongNetworkError`, `ChainUnavailableError`.
 * @example
 * const service = createServiceClient({ baseUrl: 'https://pay.example.com', account: walletClient })
 * const claim = await signLinkClaim({ publicClient }, readPaymentLink(text), { recipient })
 * const claimed = await service.gaslessClaim(claim)
 */
export async function signLinkClaim(
  clients: LinkReader,
  link: PaymentLink,
  { recipient, code, now }: SignLinkClaimParams,
): Promise<SignedClaim | CodeClaim> {
  const { claim } = await openLink(clients, link, { recipient: parseParty('recipient', recipient), code, now })
  return claim
}
