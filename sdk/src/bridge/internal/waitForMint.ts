import type { IssuerWaitOptions } from '../../chain/issuerApi/options.js'
import { ForwardingFailedError } from '../../errors/bridge.js'
import type { BridgeStatus } from '../types.js'
import type { Burn } from './burn.js'
import { type Patience, pollStatus } from './pollStatus.js'

/** So often in a row an attested burn may be seen without a word of forwarding, which may come a moment later. */
const silentLooks = 10

/**
 * Waits for the issuer's mint.
 *
 * @param onAttested - Called once, when the burn is attested and not minted yet.
 * @returns `undefined` when the time is over.
 * @throws {@link ForwardingFailedError} when the issuer will not mint.
 */
export async function waitForMint(
  burn: Burn,
  patience: Patience,
  options: IssuerWaitOptions,
  onAttested?: () => void,
): Promise<Extract<BridgeStatus, { state: 'minted' }> | undefined> {
  let looks = 0
  let isTold = false
  const isOver = (status: BridgeStatus): boolean => {
    if (status.state === 'minted') return true
    if (status.state !== 'attested') return false
    if (!isTold) onAttested?.()
    isTold = true
    looks = status.forwarding === 'not_attempted' ? looks + 1 : 0
    if (status.forwarding === 'failed' || looks === silentLooks)
      throw new ForwardingFailedError(status.forwarding === 'failed' ? 'failed' : 'not_attempted', burn)
    return false
  }
  const status = await pollStatus(burn, isOver, patience, options)
  if (status?.state === 'minted') return status
  // Time is over, and no one is going to mint it.
  if (status?.state === 'attested' && status.forwarding === 'not_attempted')
    throw new ForwardingFailedError('not_attempted', burn)
  return undefined
}
