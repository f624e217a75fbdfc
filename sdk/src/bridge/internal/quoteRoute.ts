import type { IssuerRequestOptions } from '../../chain/issuerApi/options.js'
import { BridgeRefusedError } from '../../errors/bridge.js'
import { askFees } from './attestationApi.js'
import { fastThreshold, type Price, priceOf, standardThreshold } from './fees.js'
import { parseRoute, type RouteParameters } from './route.js'

/**
 * Asks what a delivery costs, at the speed that suits its source: standard where that is quick enough or where there is no
 * other, fast elsewhere.
 *
 * @throws {@link BridgeRefusedError} `not_forwarded`
 */
export async function quoteRoute(
  route: RouteParameters,
  options: IssuerRequestOptions,
): Promise<Price & { finalityThreshold: number }> {
  const { source, destination } = parseRoute(route)
  const tiers = await askFees(source.domain, destination.domain, options)
  const wanted = source.hasFastTier ? [fastThreshold, standardThreshold] : [standardThreshold]
  for (const finalityThreshold of wanted) {
    const tier = tiers.find((one) => one.finalityThreshold === finalityThreshold)
    if (tier?.forwardFee !== undefined)
      return { finalityThreshold, ...priceOf(route.amount, tier.protocolFeePpm, tier.forwardFee) }
  }
  throw new BridgeRefusedError('not_forwarded')
}
