import { zeroAddress } from 'viem'
import { assertReads } from '../../chain/network.js'
import { LinkMalformedError } from '../../errors/link.js'
import { TransferUnavailableError } from '../../errors/transfer.js'
import { claimKeyFromLink } from '../../transfer/claimKey.js'
import { getConfig, type RegisteredConfig } from '../../transfer/getConfig.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import type { ProtectedTransfer } from '../../transfer/types.js'
import type { LinkReader, PaymentLink } from '../types.js'

/** The transfer that a link leads to, and its terms. */
export type Linked = { transfer: ProtectedTransfer; config: RegisteredConfig | undefined; isKeyRight: boolean }

/**
 * Reads the transfer that a link leads to.
 *
 * @throws {@link LinkMalformedError} for a transfer of the other kind, {@link TransferUnavailableError} (`unknown`),
 *   `WrongNetworkError`, `ChainUnavailableError`.
 */
export async function readLinked(clients: LinkReader, link: PaymentLink): Promise<Linked> {
  await assertReads(clients.publicClient, link.chainId)
  const transfer = await getTransfer(clients, link.transferId)
  const { status, to, claimHash } = transfer
  if (status === 'NONE') throw new TransferUnavailableError(link.transferId, 'unknown')
  // The claim of an open transfer records its recipient.
  const isOpenKind = to === zeroAddress
  if (isOpenKind ? link.kind === 'claim' : link.kind === 'payment' && status !== 'CLAIMED')
    throw new LinkMalformedError('other_kind')
  const isKeyRight = link.kind === 'claim' || claimKeyFromLink(link.linkSecret).claimHash === claimHash.toLowerCase()
  return { transfer, isKeyRight, config: await getConfig(clients, transfer.configId) }
}
