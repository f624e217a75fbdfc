import type { Address } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { claim } from '../transfer/claim.js'
import { claimWithKey } from '../transfer/claimWithKey.js'
import { requestRelease } from '../transfer/requestRelease.js'
import type { OpenedLink } from './openLink.js'
import type { ClaimedPaymentLink } from './types.js'

/** Submits the claim of a link, or asks for its release. @throws What `claim`, `claimWithKey` and `requestRelease` throw. */
export async function submitOpened(
  clients: ClientPair,
  { claim: made, needs }: OpenedLink,
  options: WriteOptions & { allowVerifier?: Address | undefined },
): Promise<ClaimedPaymentLink> {
  const { transferId, recipient } = made
  if (!('signature' in made)) {
    const txHash = await claim(clients, transferId, made.code, made.salt, { ...options, recipient })
    return { outcome: 'claimed', recipient, txHash }
  }
  if (needs === 'release')
    return { outcome: 'release_requested', recipient, txHash: await requestRelease(clients, made, options) }
  return { outcome: 'claimed', recipient, txHash: await claimWithKey(clients, made, options) }
}
