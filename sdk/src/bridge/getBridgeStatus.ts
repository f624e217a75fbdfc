import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { askMessages } from './internal/attestationApi.js'
import { type BurnParameters, parseBurn } from './internal/burn.js'
import type { BridgeStatus } from './types.js'

/**
 * Asks the issuer once for the state of a burn. Needs the source's domain and the burn's hash, and no wallet.
 *
 * @returns `unseen` also for a hash that is not of a burn: the issuer does not distinguish them.
 * @throws `IssuerUnavailableError` when there was no answer, which says nothing about the burn; `IssuerRefusedError`.
 *   `UnknownBridgeChainError`, `InvalidInputError` before any request.
 * @example
 * const status = await getBridgeStatus({ sourceDomain: BRIDGE_CHAINS.Base_Sepolia.domain, burnTxHash: txHash })
 * if (status.state === 'minted') console.log(status.forwardTxHash)
 */
export async function getBridgeStatus(params: getBridgeStatus.Parameters): Promise<BridgeStatus> {
  return askMessages(parseBurn(params), params)
}

export declare namespace getBridgeStatus {
  type Parameters = BurnParameters & IssuerRequestOptions
}
