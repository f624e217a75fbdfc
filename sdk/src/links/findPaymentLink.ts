import type { Address, Hex } from 'viem'
import { chainIdOf } from '../chain/network.js'
import { claimKeyFromLink } from '../transfer/claimKey.js'
import { findTransfer } from '../transfer/findTransfer.js'
import type { LinkReader, OpenLink } from './types.js'

/**
 * Finds the link of a transfer by its secret, where the answer of `createPaymentLink` was lost. Sends nothing.
 *
 * @returns `undefined` where no such transfer was created up to the chain's head: a transaction under way may create it later.
 * @example
 * const link = await findPaymentLink({ publicClient }, { sender: account.address, linkSecret })
 * if (link) console.log(formatPaymentLink(link, 'https://pay.example'))
 */
export async function findPaymentLink(
  clients: LinkReader,
  { sender, linkSecret, fromBlock }: { sender: Address; linkSecret: Hex; fromBlock?: bigint | undefined },
): Promise<OpenLink | undefined> {
  const { claimHash } = claimKeyFromLink(linkSecret)
  const transfer = await findTransfer(clients, { sender, claimHash, fromBlock })
  if (!transfer) return undefined
  const { transferId } = transfer
  return { kind: 'payment', chainId: await chainIdOf(clients.publicClient), transferId, linkSecret }
}
