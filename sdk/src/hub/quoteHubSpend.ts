import type { Address } from 'viem'
import type { HubChainName } from '../chain/bridgeChains.js'
import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { quoteIntent } from './internal/quoteIntent.js'
import { freshSalt, parseRoute, transferSpecOf } from './route.js'
import type { HubQuote } from './types.js'

/**
 * Asks what a spend of the Hub costs, and adds the headroom without which a moving fee asks for a second signature. Asks
 * for no signature; looks at no balance.
 *
 * @returns What to sign, and what the balance on `from` must cover.
 * @throws `HubRefusedError` with code `not_forwarded` when the issuer does not mint on `to` by itself;
 *   `IssuerUnavailableError`, `IssuerRefusedError`. Before any request: `UnknownBridgeChainError`, `InvalidInputError` and
 *   its subclasses.
 * @example
 * const { quotedFee, total } = await quoteHubSpend({
 *   from: 'Arc_Testnet',
 *   to: 'Base_Sepolia',
 *   amount: 5_000_000n,
 *   depositor: sender,
 * })
 */
export async function quoteHubSpend(params: quoteHubSpend.Parameters): Promise<HubQuote> {
  const { maxFee, quotedFee, maxBlockHeight } = await quoteIntent(
    transferSpecOf(parseRoute(params), freshSalt()),
    params,
  )
  return { maxFee, quotedFee, maxBlockHeight, total: params.amount + maxFee }
}

export declare namespace quoteHubSpend {
  type Parameters = IssuerRequestOptions & {
    /** The chain whose balance pays; equal to `to` for a withdrawal. */
    from: HubChainName
    to: HubChainName
    /** USDC base units that arrive. */
    amount: bigint
    depositor: Address
    /** Default: the depositor. */
    recipient?: Address | undefined
  }
}
