import { hexToNumber } from 'viem/utils'
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
  const claimed = claimedBy(publicClient, walletClient)
  const chainId = await sharedChainId({ publicClient, walletClient })
  return claimed ?? requireDeployment(chainId)
}

/**
 * The chain that a write is for, by what the clients say of themselves. Only where neither does is the reader asked:
 * `readTogether` and {@link confirmChain}, which come before anything is signed, compare it with the endpoints' own word.
 *
 * @throws {@link WrongNetworkError} the two say different chains. `UnknownChainError`, {@link ChainUnavailableError}.
 */
export async function meantNetwork({ publicClient, walletClient }: ClientPair): Promise<ChainDeployment> {
  const claimed = claimedBy(publicClient, walletClient)
  heard.delete(transportOf(publicClient))
  return claimed ?? requireDeployment(await chainIdOf(publicClient))
}

/**
 * Makes sure, before anything is signed, that reader and wallet are on the chain that is meant, be it in the registry or
 * not. What the clients themselves say is judged before any request.
 *
 * @throws {@link WrongNetworkError}, {@link ChainUnavailableError}
 */
export async function assertChain(clients: ClientPair, chainId: number): Promise<void> {
  heard.delete(transportOf(clients.publicClient))
  await confirmChain(clients, chainId)
  heard.set(transportOf(clients.publicClient), chainId)
}

/**
 * The same just before a transaction is signed. What the reader has said since the write began is not asked again, once.
 *
 * @throws {@link WrongNetworkError}, {@link ChainUnavailableError}
 */
export async function confirmChain({ publicClient, walletClient }: ClientPair, chainId: number): Promise<void> {
  for (const claimed of [claimOf(publicClient), claimOf(walletClient)])
    if (claimed !== undefined && claimed !== chainId) throw new WrongNetworkError(chainId, claimed)
  const read = heard.get(transportOf(publicClient)) ?? chainIdOf(publicClient)
  heard.delete(transportOf(publicClient))
  const isOne = isOneEndpoint(publicClient, walletClient)
  const actual = await Promise.all([read, isOne ? read : walletChainId(walletClient)])
  for (const one of actual) if (one !== chainId) throw new WrongNetworkError(chainId, one)
}

/**
 * Makes sure that the wallet alone is on the chain that is meant.
 *
 * @throws {@link WrongNetworkError}, {@link ChainUnavailableError}
 */
export async function assertWallet({ publicClient, walletClient }: ClientPair, chainId: number): Promise<void> {
  // What is heard of the reader counts for both.
  if (isOneEndpoint(publicClient, walletClient)) return
  const actual = await walletChainId(walletClient)
  if (actual !== chainId) throw new WrongNetworkError(chainId, actual)
}

/**
 * The chain of a wallet's endpoint. A local account names the chain in what it signs, so no switch of its endpoint can move
 * money on another one: it is asked once. An account that lives in a wallet signs for the chain which that is on.
 */
function walletChainId(walletClient: WriteClient): Promise<number> {
  return walletClient.account?.type === 'local' ? remembered(walletClient) : chainIdOf(walletClient)
}

/** Whether both use one URL in one way. */
function isOneEndpoint(...clients: readonly AnyClient[]): boolean {
  // viem leaves the fields of its transports out of their type; others lack them.
  const [reader, wallet] = clients.map(transportOf) as { type?: string; url?: string; fetchOptions?: unknown }[]
  return (
    reader?.type === 'http' &&
    wallet?.type === 'http' &&
    reader.url === wallet.url &&
    reader.fetchOptions === undefined &&
    wallet.fetchOptions === undefined
  )
}

/** Like {@link assertChain}, for a caller that only reads. */
export async function assertReads(client: ReadClient, chainId: number): Promise<void> {
  const claimed = claimOf(client)
  const actual = claimed !== undefined && claimed !== chainId ? claimed : await chainIdOf(client)
  if (actual !== chainId) throw new WrongNetworkError(chainId, actual)
}

/** @throws {@link WrongNetworkError} when the two are on different chains. */
async function sharedChainId({ publicClient, walletClient }: ClientPair): Promise<number> {
  const isOne = isOneEndpoint(publicClient, walletClient)
  const [expected, actual] = await Promise.all([
    chainIdOf(publicClient),
    isOne ? claimOf(walletClient) : chainIdOf(walletClient),
  ])
  if (actual !== undefined && expected !== actual) throw new WrongNetworkError(expected, actual)
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
  const claimed = claimedBy(client)
  const chainId = await chainIdOf(client)
  return claimed ?? requireDeployment(chainId)
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
  heard.set(transportOf(client), actual)
  if (claimed !== undefined && claimed !== actual) throw new WrongNetworkError(claimed, actual)
  return actual
}

type AnyClient = ReadClient | WriteClient

/** The chain that a client says it is on, before any request. @throws `InvalidInputError` for what is not a client. */
function claimOf(client: AnyClient): number | undefined {
  transportOf(client)
  return client.chain?.id
}

/** The registry entry of the one chain that clients say they are on; `undefined` where none says any. */
function claimedBy(...clients: readonly AnyClient[]): ChainDeployment | undefined {
  const [first, ...others] = clients.map(claimOf).filter((claimed) => claimed !== undefined)
  if (first === undefined) return undefined
  const deployment = requireDeployment(first)
  for (const other of others) {
    if (other === first) continue
    requireDeployment(other)
    throw new WrongNetworkError(first, other)
  }
  return deployment
}

/** By transport: `client.extend(…)` makes new clients over the same one. */
const answers = /* @__PURE__ */ new WeakMap<object, Promise<number>>()

/** What a transport has said last, until the next write begins. */
const heard = /* @__PURE__ */ new WeakMap<object, number>()

/** Notes which chain an endpoint has named in another answer. */
export function hearChainId(client: ReadClient, chainId: number): void {
  const transport = transportOf(client)
  heard.set(transport, chainId)
  if (hasFixedUrl(client)) answers.set(transport, Promise.resolve(chainId))
}

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
