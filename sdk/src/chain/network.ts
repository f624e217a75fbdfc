import { hexToNumber } from 'viem'
import { ChainUnavailableError, WrongNetworkError } from '../errors/chain.js'
import type { ClientPair, ReadClient, WriteClient } from './clients.js'
import { withoutSecrets } from './failure.js'
import { type ChainDeployment, requireDeployment } from './registry.js'
import { transportOf } from './transportOf.js'

/**
 * Makes sure, before anything is signed, that reader and wallet are on one chain that the registry knows. What the
 * clients themselves say is judged before any request.
 *
 * @returns The registry entry of that chain.
 * @throws {@link WrongNetworkError} the two are on different chains, or an endpoint serves another chain than its client
 *   says. `UnknownChainError` the registry has no such chain. {@link ChainUnavailableError} no answer.
 * @example
 * const { usdc, transferContract } = await assertNetwork({ publicClient, walletClient })
 */
export async function assertNetwork({ publicClient, walletClient }: ClientPair): Promise<ChainDeployment> {
  const [reads, writes] = [claimOf(publicClient), claimOf(walletClient)]
  for (const claimed of [reads, writes]) if (claimed !== undefined) requireDeployment(claimed)
  if (reads !== undefined && writes !== undefined && reads !== writes) throw new WrongNetworkError(reads, writes)
  return requireDeployment(await sharedChainId({ publicClient, walletClient }))
}

/**
 * Makes sure, before anything is signed, that reader and wallet are on the chain that is meant, be it in the registry or
 * not. What the clients themselves say is judged before any request.
 *
 * @throws {@link WrongNetworkError}, {@link ChainUnavailableError}
 */
export async function assertChain({ publicClient, walletClient }: ClientPair, chainId: number): Promise<void> {
  for (const claimed of [claimOf(publicClient), claimOf(walletClient)])
    if (claimed !== undefined && claimed !== chainId) throw new WrongNetworkError(chainId, claimed)
  const actual = await sharedChainId({ publicClient, walletClient })
  if (actual !== chainId) throw new WrongNetworkError(chainId, actual)
}

/** Like {@link assertChain}, for somebody who only reads. */
export async function assertReads(client: ReadClient, chainId: number): Promise<void> {
  const claimed = claimOf(client)
  const actual = claimed !== undefined && claimed !== chainId ? claimed : await chainIdOf(client)
  if (actual !== chainId) throw new WrongNetworkError(chainId, actual)
}

/** @throws {@link WrongNetworkError} when the two are on different chains. */
async function sharedChainId({ publicClient, walletClient }: ClientPair): Promise<number> {
  const [expected, actual] = await Promise.all([chainIdOf(publicClient), chainIdOf(walletClient)])
  if (expected !== actual) throw new WrongNetworkError(expected, actual)
  return expected
}

/**
 * The registry entry of the chain a client reads.
 *
 * @throws `UnknownChainError`, {@link WrongNetworkError}, {@link ChainUnavailableError}
 * @example
 * const { deployBlocks } = await deploymentOf(publicClient)
 */
export async function deploymentOf(client: ReadClient): Promise<ChainDeployment> {
  const claimed = claimOf(client)
  if (claimed !== undefined) requireDeployment(claimed)
  return requireDeployment(await chainIdOf(client))
}

/**
 * The chain a client really talks to.
 *
 * What `client.chain` claims is compared with the endpoint's own answer, because the two come from different lines of a
 * configuration. The answer is kept for clients of a fixed URL; a wallet may change its chain at any time and is asked
 * again on every call.
 *
 * @throws {@link WrongNetworkError} when they differ. {@link ChainUnavailableError} when the endpoint does not answer.
 * @example
 * const chainId = await chainIdOf(publicClient) // 5042002
 */
export async function chainIdOf(client: ReadClient | WriteClient): Promise<number> {
  const claimed = claimOf(client)
  const actual = await (hasFixedUrl(client) ? remembered(client) : ask(client))
  if (claimed !== undefined && claimed !== actual) throw new WrongNetworkError(claimed, actual)
  return actual
}

type AnyClient = ReadClient | WriteClient

/** The chain that a client says it is on, before any request. @throws `InvalidInputError` for what is not a client. */
function claimOf(client: AnyClient): number | undefined {
  transportOf(client)
  return client.chain?.id
}

/** By transport: `client.extend(…)` makes new clients over the same one. */
const answers = new WeakMap<object, Promise<number>>()

function remembered(client: AnyClient): Promise<number> {
  const transport = transportOf(client)
  const known = answers.get(transport)
  if (known !== undefined) return known
  const answer = ask(client)
  answers.set(transport, answer)
  answer.catch(() => answers.delete(transport))
  return answer
}

async function ask(client: AnyClient): Promise<number> {
  try {
    // Both kinds of client know the method; only their unions of methods differ.
    return hexToNumber(await (client as ReadClient).request({ method: 'eth_chainId' }))
  } catch (error) {
    throw new ChainUnavailableError('asking for its chain id', withoutSecrets(error))
  }
}

function hasFixedUrl(client: AnyClient): boolean {
  const { type } = transportOf(client)
  return type === 'http' || type === 'webSocket'
}
