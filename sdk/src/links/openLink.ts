import type { Address, Hex } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import {
  ClaimKeyInvalidError,
  ClaimRecipientMismatchError,
  TransferLockedError,
  TransferUnavailableError,
} from '../errors/transfer.js'
import { isLookalike } from '../risk/grades/isLookalike.js'
import { claimKeyFromCode, claimKeyFromLink, isClaimKeyHash } from '../transfer/claimKey.js'
import { fromSecret } from '../transfer/claimSecret.js'
import { CLAIM_MODES } from '../transfer/config.js'
import { type SignedClaim, signClaim } from '../transfer/signClaim.js'
import { type Linked, readLinked, type SecretlessLink } from './internal/readLinked.js'
import type { LinkState } from './linkState.js'
import { describeLinked, type LinkPreview } from './previewPaymentLink.js'
import type { ClaimLink, LinkReader, PaymentLink } from './types.js'

/** A claim by the code of a transfer. The code is public once it is submitted, and pays the recorded recipient alone. */
export type CodeClaim = { transferId: bigint; recipient: Address; code: string; salt: Hex }

/** Whom the claim pays, and by which code where one is needed. */
export type LinkOpening = { recipient: Address; code: string | undefined; now: Date | undefined }

/** The claim of a link, and what it needs besides. */
export type OpenedLink = { claim: SignedClaim | CodeClaim; needs: LinkPreview['needs'] }

/**
 * Reads what a link leads to, and makes the claim that opens it. Sends nothing.
 *
 * @throws As `signLinkClaim`.
 */
export async function openLink(
  clients: LinkReader,
  link: PaymentLink,
  { recipient, code, now }: LinkOpening,
): Promise<OpenedLink> {
  if (link.kind === 'payment' && code !== undefined)
    throw new InvalidInputError('code', 'A payment link needs no code.')
  const claimCode = link.kind === 'claim' ? codeFor(link, code) : ''
  const linked = await readLinked(clients, link)
  const { state, needs } = describeLinked(link, linked, now)
  assertOpen(link.transferId, state)
  const { chainId, transferId } = link
  const fields = { chainId, transferId, recipient, contractAddress: clients.contractAddress }
  const claim =
    link.kind === 'payment'
      ? await signClaim(claimKeyFromLink(link.linkSecret), fields)
      : await claimRecorded(linked, fields, claimCode)
  return { claim, needs }
}

async function claimRecorded(
  { transfer: { to, claimHash }, config }: Linked,
  fields: Parameters<typeof signClaim>[1],
  code: string,
): Promise<SignedClaim | CodeClaim> {
  const { transferId, recipient } = fields
  const isKeyed = isClaimKeyHash(claimHash)
  const opener = isKeyed ? claimKeyFromCode(code) : fromSecret(code)
  const isRight = opener.claimHash === claimHash.toLowerCase()
  if (isKeyed && !isRight) throw new ClaimKeyInvalidError(transferId)
  // Other verifiers may read the hash in their own way; the chain then decides.
  if (config?.claimMode === CLAIM_MODES.CODE && !isRight)
    throw new InvalidInputError('code', 'The code does not open this transfer. No attempt was spent.', [
      'Ask the sender for the code again.',
    ])
  // Before a code leaves this process.
  assertRecorded(transferId, to, recipient)
  if ('privateKey' in opener) return signClaim(opener, fields)
  return { transferId, recipient, code: opener.code, salt: opener.salt }
}

/**
 * Reads what a link leads to without its secret, and makes a claim with blanks in place of what the secret makes: for a plan.
 *
 * @throws As `signLinkClaim`, but for what only the secret tells.
 */
export async function openBlank(
  clients: LinkReader,
  link: SecretlessLink,
  {
    recipient,
    blank,
    now,
  }: { recipient: Address; blank: Omit<CodeClaim, 'transferId' | 'recipient'> & { signature: Hex }; now?: Date },
): Promise<OpenedLink> {
  const { transferId } = link
  const linked = await readLinked(clients, link)
  const { to, claimHash } = linked.transfer
  const { state, needs } = describeLinked(link, linked, now)
  assertOpen(transferId, state)
  if (link.kind === 'claim') assertRecorded(transferId, to, recipient)
  const { signature, code, salt } = blank
  return {
    claim: isClaimKeyHash(claimHash) ? { transferId, recipient, signature } : { transferId, recipient, code, salt },
    needs,
  }
}

function assertRecorded(transferId: bigint, recorded: Address, recipient: Address): void {
  if (recorded.toLowerCase() !== recipient.toLowerCase())
    throw new ClaimRecipientMismatchError(transferId, recorded, recipient, isLookalike(recorded, recipient))
}

/** Checked before any request. */
function codeFor(link: ClaimLink, typed: string | undefined): string {
  const code = link.code ?? typed
  if (code === undefined)
    throw new InvalidInputError(
      'code',
      'A claim needs the code, which its sender tells over another channel than the link.',
    )
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
