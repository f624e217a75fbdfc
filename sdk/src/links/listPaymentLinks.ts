import { type Address, zeroAddress } from 'viem'
import { chainTime } from '../chain/chainTime.js'
import { chainIdOf } from '../chain/network.js'
import { claimKeyFromLink } from '../transfer/claimKey.js'
import { type ListOpenTransfersParams, listOpenTransfers } from '../transfer/listOpenTransfers.js'
import { type LinkState, linkState } from './linkState.js'
import type { LinkReader, OpenLink } from './types.js'

/** A payment link in its sender's list. */
export type SentPaymentLink = {
  transferId: bigint
  state: LinkState
  /** USDC base units. */
  amount: bigint
  /** Last second in which it can be claimed. */
  deadline: Date
  /** Whom the claim has paid; `null` before it. */
  paidTo: Address | null
  /** To copy it again; `undefined` where the secret is not among those given. */
  link: OpenLink | undefined
}

/** Whose links, and what is at hand of them. */
export type ListPaymentLinksParams = ListOpenTransfersParams & {
  /** The links or secrets that the sender has kept. The chain knows none of them. */
  secrets?: readonly Pick<OpenLink, 'linkSecret'>[] | undefined
  /** What deadlines are compared with. Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * Lists the payment links that an account has sent, newest first. `cancelBatch` takes the money of the open ones back.
 *
 * @throws `LogsIncompleteError`, `InvalidInputError`, `ChainUnavailableError`.
 * @example
 * const links = await listPaymentLinks({ publicClient }, { sender: account.address })
 * const open = links.filter(({ state }) => state === 'open')
 * await cancelBatch(clients, open.map(({ transferId }) => transferId))
 */
export async function listPaymentLinks(
  clients: LinkReader,
  { secrets = [], now, ...search }: ListPaymentLinksParams,
): Promise<SentPaymentLink[]> {
  const kept = new Map(secrets.map(({ linkSecret }) => [claimKeyFromLink(linkSecret).claimHash, linkSecret]))
  const transfers = await listOpenTransfers(clients, search)
  const chainId = await chainIdOf(clients.publicClient)
  const at = now ?? new Date(Number(await chainTime(clients.publicClient)) * 1_000)
  return transfers.map((transfer) => {
    const { transferId, amount, deadline, to, claimHash } = transfer
    const linkSecret = kept.get(claimHash)
    return {
      transferId,
      // What has an event exists.
      state: linkState(transfer, { now: at }) as LinkState,
      amount,
      deadline,
      paidTo: to === zeroAddress ? null : to,
      link: linkSecret && { kind: 'payment', chainId, transferId, linkSecret },
    }
  })
}
