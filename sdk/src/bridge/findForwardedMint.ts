import type { Hex } from 'viem'
import { IssuerUnavailableError } from '../errors/issuer.js'
import { getBridgeStatus } from './getBridgeStatus.js'

/**
 * Asks the issuer once for the mint that it makes of a burn. The source's domain and the burn's hash are enough.
 *
 * @returns The hash of the mint on the destination, by the issuer's word: `verifyForwardedMint` asks the chains. `undefined`
 *   for not yet, never for gone. {@link getBridgeStatus} says why, and `mintBridged` mints what the issuer does not.
 * @throws `IssuerRefusedError`, `UnknownBridgeChainError`, `InvalidInputError`; the reason of the signal.
 * @example
 * const mintTxHash = await findForwardedMint({ sourceDomain: 6, burnTxHash: txHash })
 */
export async function findForwardedMint(params: findForwardedMint.Parameters): Promise<Hex | undefined> {
  try {
    const status = await getBridgeStatus(params)
    return status.state === 'minted' ? status.forwardTxHash : undefined
  } catch (error) {
    if (error instanceof IssuerUnavailableError) return undefined
    throw error
  }
}

export declare namespace findForwardedMint {
  type Parameters = getBridgeStatus.Parameters
}
