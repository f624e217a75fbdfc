import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts, HUB_CHAIN_NAMES, type HubChainName } from '../chain/bridgeChains.js'
import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { askBalances } from './internal/hubApi.js'
import { assertHubChain } from './route.js'
import type { HubBalance } from './types.js'

/**
 * What a depositor can spend now, by chain. Counts only deposits that are final on their chain, and not what a pending
 * spend holds; `hubDeposits` lists what is still on its way in.
 *
 * @throws `IssuerUnavailableError`, `IssuerRefusedError`. Before any request: `UnknownBridgeChainError`,
 *   `InvalidInputError` and its subclasses.
 * @example
 * const { byChain } = await hubBalance({ depositor: sender })
 * const here = byChain.Arc_Testnet ?? 0n
 */
export async function hubBalance(params: hubBalance.Parameters): Promise<HubBalance> {
  const depositor = parseParty('depositor', params.depositor)
  const chains = params.chains ?? HUB_CHAIN_NAMES
  for (const chain of chains) assertHubChain('chains', chain)
  const balances = await askBalances(depositor, chains, params)
  const byChain: Partial<Record<HubChainName, bigint>> = {}
  let total = 0n
  for (const chain of new Set(chains)) {
    const { domain } = bridgeChainFacts(chain)
    const found = balances.find((entry) => entry.domain === domain)
    if (found === undefined) continue
    byChain[chain] = found.balance
    total += found.balance
  }
  return { total, byChain }
}

export declare namespace hubBalance {
  type Parameters = IssuerRequestOptions & {
    depositor: Address
    /** @default every chain of the Hub */
    chains?: readonly HubChainName[] | undefined
  }
}
