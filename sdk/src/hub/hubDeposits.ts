import type { Address, Hash } from 'viem'
import { parseParty } from '../chain/address.js'
import { bridgeChainFacts, HUB_CHAIN_NAMES, type HubChainName } from '../chain/bridgeChains.js'
import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { askDeposits } from './internal/hubApi.js'
import { assertHubChain } from './route.js'

/** A deposit that does not count yet. */
export type HubDeposit = {
  chain: HubChainName
  txHash: Hash
  /** USDC base units. */
  amount: bigint
  blockNumber: bigint
}

/**
 * The deposits of a depositor that are mined and do not count yet, because their chain is not final that far.
 *
 * A deposit appears here some seconds after it was mined, and is gone as soon as `hubBalance` counts it; how long that
 * takes about is in `DEPOSIT_CONFIRMATION_SECONDS`.
 *
 * @throws `IssuerUnavailableError`, `IssuerRefusedError`. Before any request: `UnknownBridgeChainError`,
 *   `InvalidInputError` and its subclasses.
 * @example
 * const onTheirWay = await hubDeposits({ depositor: sender, chains: ['Base_Sepolia'] })
 */
export async function hubDeposits(params: hubDeposits.Parameters): Promise<readonly HubDeposit[]> {
  const depositor = parseParty('depositor', params.depositor)
  const chains = params.chains ?? HUB_CHAIN_NAMES
  for (const chain of chains) assertHubChain('chains', chain)
  const listed = await askDeposits(depositor, chains, params)
  return listed.flatMap(({ domain, transactionHash, amount, blockNumber }) => {
    const chain = chains.find((name) => bridgeChainFacts(name).domain === domain)
    return chain === undefined ? [] : [{ chain, txHash: transactionHash, amount, blockNumber }]
  })
}

export declare namespace hubDeposits {
  type Parameters = IssuerRequestOptions & {
    depositor: Address
    /** @default every chain of the Hub */
    chains?: readonly HubChainName[] | undefined
  }
}
