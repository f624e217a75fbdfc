import { type Address, zeroAddress } from 'viem'
import { isClaimKeyHash } from '../transfer/claimKey.js'
import { CLAIM_MODES } from '../transfer/config.js'
import { type Linked, readLinked, type SecretlessLink } from './internal/readLinked.js'
import { type LinkState, linkState } from './linkState.js'
import type { LinkReader, PaymentLink } from './types.js'

/** What a claimer sees before the press. Amounts are USDC base units. */
export type LinkPreview = {
  kind: PaymentLink['kind']
  chainId: number
  transferId: bigint
  state: LinkState
  amount: bigint
  /** What the recipient gets: the amount without the fee. */
  received: bigint
  /** What the claim takes from the amount. */
  fee: bigint
  /** The account that locked the money. Nothing proves who holds it: a name in a message is not evidence. */
  unverifiedSender: Address
  /** Whom the claim pays; `null` while none is recorded: then the claimer names it. */
  recipient: Address | null
  /** Last second in which it can be claimed. */
  deadline: Date
  /** What a claim needs besides the link: the code, the sender's release, or nothing. */
  needs: 'code' | 'release' | 'nothing'
  /** Whether holding the link is enough to be paid: another holder can be faster. */
  isHolderPaid: boolean
}

/**
 * Reads what a link leads to. Sends nothing and uses nothing up.
 *
 * @param now - What the deadline is compared with. Default: the chain's clock.
 * @throws {@link LinkMalformedError} for a transfer of the other kind, `TransferUnavailableError` (`unknown`),
 *   `WrongNetworkError`, `ChainUnavailableError`.
 * @example
 * const preview = await previewPaymentLink({ publicClient }, readPaymentLink(text))
 * if (preview.isHolderPaid) console.log('Any holder of this link can take the money.')
 */
export async function previewPaymentLink(
  clients: LinkReader,
  link: PaymentLink,
  { now }: { now?: Date | undefined } = {},
): Promise<LinkPreview> {
  return describeLinked(link, await readLinked(clients, link), now)
}

/** {@link previewPaymentLink} of what was read already. */
export function describeLinked(
  link: PaymentLink | SecretlessLink,
  { transfer, config, isKeyRight, chainTime }: Linked,
  now = chainTime,
): LinkPreview {
  const { transferId, amount, sender, to, deadline, claimHash } = transfer
  // As the contract computes it, rounded down.
  const fee = (amount * BigInt(config?.feeBps ?? 0)) / 10_000n
  // An existing transfer has a state.
  const state = linkState(transfer, { isKeyRight, now }) as LinkState
  const isReleased = link.kind === 'payment' && config?.claimMode === CLAIM_MODES.KEY_RELEASE
  const isCodeMissing = link.kind === 'claim' && !('code' in link && link.code !== undefined)
  return {
    kind: link.kind,
    chainId: link.chainId,
    transferId,
    state,
    amount,
    received: amount - fee,
    fee,
    unverifiedSender: sender,
    recipient: to === zeroAddress ? null : to,
    deadline,
    needs: isCodeMissing ? 'code' : isReleased ? 'release' : 'nothing',
    isHolderPaid: link.kind === 'payment' && !isReleased && isClaimKeyHash(claimHash),
  }
}
