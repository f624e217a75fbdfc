import type { Hex } from 'viem'
import type { IssuerWaitOptions } from '../chain/issuerApi/options.js'
import type { getBridgeStatus } from './getBridgeStatus.js'
import { parseBurn } from './internal/burn.js'
import { patienceOf } from './internal/pollStatus.js'
import { waitForMint } from './internal/waitForMint.js'

/**
 * Waits until the issuer says that it has made the mint of a burn: `verifyForwardedMint` asks the chains whether that is so.
 * Silence of the issuer is waited out.
 *
 * @returns The hash of the mint on the destination; `undefined` when the time is over: it is still on its way, and can be
 *   asked for again at any time.
 * @throws `ForwardingFailedError` when the issuer will not mint it: `mintBridged` does. `IssuerRefusedError`,
 *   `UnknownBridgeChainError`, `InvalidInputError`; the reason of the signal.
 * @example
 * const mintTxHash = await waitForForwardedMint({ sourceDomain: 6, burnTxHash: txHash, timeoutMs: 180_000 })
 */
export async function waitForForwardedMint(params: waitForForwardedMint.Parameters): Promise<Hex | undefined> {
  return (await waitForMint(parseBurn(params), patienceOf(params), params))?.forwardTxHash
}

export declare namespace waitForForwardedMint {
  /** Waits for 20 minutes by default, and looks every 3 seconds. */
  type Parameters = getBridgeStatus.Parameters & IssuerWaitOptions
}
