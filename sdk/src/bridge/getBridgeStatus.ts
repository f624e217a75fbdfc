import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { askMessages } from './internal/attestationApi.js'
import { type BurnParameters, parseBurn } from './internal/burn.js'
import type { BridgeStatus } from './types.js'

/**
 * Asks once where the issuer says a burn is. The source's domain and the burn's hash are enough, with no wallet.
 *
 * @returns `unseen` as well for a hash that is no burn: the issuer does not tell them apart.
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
