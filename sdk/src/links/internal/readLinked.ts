import { zeroAddress } from 'viem'
import { LinkMalformedError } from '../../errors/link.js'
import { TransferUnavailableError } from '../../errors/transfer.js'
import { claimKeyFromLink } from '../../transfer/claimKey.js'
import { getConfig, type RegisteredConfig } from '../../transfer/getConfig.js'
import { readTransferOn } from '../../transfer/getTransfer.js'
import type { ProtectedTransfer } from '../../transfer/types.js'
import type { LinkReader, PaymentLink } from '../types.js'

/** The transfer that a link leads to, and its terms. */
export type Linked = {
  transfer: ProtectedTransfer
  config: RegisteredConfig | undefined
  /** True also where there is no key to compare. */
  isKeyRight: boolean
  /** The chain's clock. */
  chainTime: Date
}

/** A link as a plan has it. */
export type SecretlessLink = Pick<PaymentLink, 'kind' | 'chainId' | 'transferId'>

/**
 * Reads the transfer that a link leads to.
 *
 * @throws {@link LinkMalformedError} for a transfer of the other kind, {@link TransferUnavailableError} (`unknown`),
 *   `WrongNetworkError`, `ChainUnavailableError`.
 */
export async function readLinked(clients: LinkReader, link: PaymentLink | SecretlessLink): Promise<Linked> {
  const { transferId, chainId } = link
  const { transfer, now: chainTime } = await readTransferOn(clients, chainId, transferId)
  const { status, to, claimHash } = transfer
  if (status === 'NONE') throw new TransferUnavailableError(transferId, 'unknown')
  // The claim of an open transfer records its recipient.
  const isOpenKind = to === zeroAddress
  if (isOpenKind ? link.kind === 'claim' : link.kind === 'payment' && status !== 'CLAIMED')
    throw new LinkMalformedError('other_kind')
  const secret = 'linkSecret' in link ? link.linkSecret : undefined
  const isKeyRight = secret === undefined || claimKeyFromLink(secret).claimHash === claimHash.toLowerCase()
  return { transfer, isKeyRight, chainTime, config: await getConfig(clients, transfer.configId) }
}
