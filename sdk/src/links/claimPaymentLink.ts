import type { Address, Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ClientPair } from '../chain/clients.js'
import { requireAccount, type WriteOptions } from '../chain/transaction/execute.js'
import { InvalidInputError } from '../errors/input.js'
import { ClaimKeyInvalidError, TransferLockedError, TransferUnavailableError } from '../errors/transfer.js'
import { claim } from '../transfer/claim.js'
import { claimKeyFromCode, claimKeyFromLink, isClaimKeyHash } from '../transfer/claimKey.js'
import { fromSecret } from '../transfer/claimSecret.js'
import { claimWithKey } from '../transfer/claimWithKey.js'
import { CLAIM_MODES } from '../transfer/config.js'
import { requestRelease } from '../transfer/requestRelease.js'
import { signClaim } from '../transfer/signClaim.js'
import { type Linked, readLinked } from './internal/readLinked.js'
import type { LinkState } from './linkState.js'
import { describeLinked } from './previewPaymentLink.js'
import type { ClaimLink, OpenLink, PaymentLink } from './types.js'

/** Whom a claim pays, and how it is followed. */
export type ClaimPaymentLinkOptions = WriteOptions & {
  /** Default: the connected account. Of a claim link, whom its transfer must pay. */
  recipient?: Address | undefined
  /** The code of a claim link that carries none, as a person typed it. */
  code?: string | undefined
  /** The clock. */
  now?: Date | undefined
}

/** What became of a claim: the recipient is paid, or the sender was asked to release the money to it. */
export type ClaimedPaymentLink = { outcome: 'claimed' | 'release_requested'; recipient: Address; txHash: Hash }

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
  if (link.kind === 'payment' && code !== undefined)
    throw new InvalidInputError('code', 'A payment link needs no code.')
  const claimCode = link.kind === 'claim' ? codeFor(link, code) : undefined
  const linked = await readLinked(clients, link)
  const { state, needs } = describeLinked(link, linked, now)
  assertOpen(link.transferId, state)
  if (link.kind === 'claim') {
    const txHash = await claimRecorded(clients, link, linked, { recipient: to, code: claimCode ?? '' }, options)
    return { outcome: 'claimed', recipient: to, txHash }
  }
  const signed = await signOpen(clients, link, to)
  if (needs === 'release')
    return { outcome: 'release_requested', recipient: to, txHash: await requestRelease(clients, signed, options) }
  return { outcome: 'claimed', recipient: to, txHash: await claimWithKey(clients, signed, options) }
}

async function claimRecorded(
  clients: ClientPair,
  { chainId, transferId }: ClaimLink,
  { transfer: { claimHash }, config }: Linked,
  { recipient, code }: { recipient: Address; code: string },
  options: WriteOptions,
): Promise<Hash> {
  if (!isClaimKeyHash(claimHash)) {
    const secret = fromSecret(code)
    // Other verifiers may read the hash in their own way; the chain then decides.
    if (config?.claimMode === CLAIM_MODES.CODE && secret.claimHash !== claimHash.toLowerCase())
      throw new InvalidInputError('code', 'The code does not open this transfer. No attempt was spent.', [
        'Ask the sender for the code again.',
      ])
    return claim(clients, transferId, secret.code, secret.salt, { ...options, recipient })
  }
  const key = claimKeyFromCode(code)
  if (key.claimHash !== claimHash.toLowerCase()) throw new ClaimKeyInvalidError(transferId)
  const { contractAddress } = clients
  return claimWithKey(clients, await signClaim(key, { chainId, transferId, recipient, contractAddress }), options)
}

function signOpen({ contractAddress }: ClientPair, { chainId, transferId, linkSecret }: OpenLink, recipient: Address) {
  return signClaim(claimKeyFromLink(linkSecret), { chainId, transferId, recipient, contractAddress })
}

/** Checked before any request. */
function codeFor(link: ClaimLink, typed: string | undefined): string {
  const code = link.code ?? typed
  if (code === undefined)
    throw new InvalidInputError('code', 'A claim needs the code, which its sender tells by another way than the link.')
  return fromSecret(code).code
}

function assertOpen(transferId: bigint, state: LinkState): void {
  switch (state) {
    case 'open':
      return
    case 'locked':
      throw new TransferLockedError(transferId)
    case 'replaced':
      throw new ClaimKeyInvalidError(transferId)
    case 'expired':
      throw new TransferUnavailableError(transferId, 'expired')
    default:
      throw new TransferUnavailableError(transferId, 'not_pending')
  }
}
