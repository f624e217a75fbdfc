import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { BridgeRefusedError } from '../errors/bridge.js'
import { DOCUMENTED_BURN_LIMIT } from './constants.js'
import { quoteRoute } from './internal/quoteRoute.js'
import type { RouteParameters } from './internal/route.js'
import type { BridgeQuote } from './types.js'

/**
 * Asks what it costs to have an amount arrive on another chain, with the issuer making the mint there. Asks for no signature
 * and looks at no balance.
 *
 * Fees move between two looks; `maxFee` leaves them a fifth of room, and what they do not take arrives as well.
 *
 * @throws {@link BridgeRefusedError} `not_forwarded` when the issuer does not mint on `to` by itself, `over_burn_limit` over
 *   the documented limit of one burn. `IssuerUnavailableError`, `IssuerRefusedError`. Before any request:
 *   `UnknownBridgeChainError`, `InvalidInputError`, `InvalidAmountError`.
 * @example
 * const { maxFee, total } = await quoteBridge({ from: 'Base_Sepolia', to: 'Arc_Testnet', amount: 25_000_000n })
 */
export async function quoteBridge(params: quoteBridge.Parameters): Promise<BridgeQuote> {
  const { amount } = params
  const { maxFee } = await quoteRoute(params, params)
  const total = amount + maxFee
  if (total > DOCUMENTED_BURN_LIMIT)
    throw new BridgeRefusedError('over_burn_limit', { required: total, available: DOCUMENTED_BURN_LIMIT })
  return { amount, maxFee, total }
}

export declare namespace quoteBridge {
  type Parameters = RouteParameters & IssuerRequestOptions
}
