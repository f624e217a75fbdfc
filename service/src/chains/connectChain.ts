import { setTimeout as pause } from 'node:timers/promises'
import { overrideDeployment, type ReadClient, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { type Address, type Chain, createClient, createTransport, type Hex, keccak256 } from 'viem'
import type { ChainSettings } from '../config/Config.js'
import { operatorOf } from '../config/operatorOf.js'
import { elapsed as sinceStart } from '../telemetry/elapsed.js'
import type { Log, Metrics } from '../telemetry/Telemetry.js'
import { ChainSettingsError, ChainUnreachableError } from './ChainErrors.js'
import { Endpoint } from './internal/Endpoint.js'
import { judgeBroadcast, judgeFault } from './internal/judgeAnswer.js'
import type { Request } from './internal/openRpc.js'
import type { BroadcastAnswer, ServedChain } from './ServedChain.js'

/**
 * Connects to a chain and checks that it is the right one, with our contracts deployed.
 *
 * Reads go to the first healthy endpoint. One that fails three times in a row is not asked for a minute; one that
 * answers 429, -32005 or -32011 is not asked for a short time that grows. If all of them fail, the first is still
 * asked, at most every two seconds, so that a chain with one endpoint recovers before the minute is over. An endpoint
 * that did not answer at boot is asked for its chain before its first use.
 *
 * Replaces endpoints and deploy blocks of the SDK's registry for this process, so that the SDK's own reads use the
 * same.
 *
 * @throws {@link ChainSettingsError} when an endpoint serves another chain or a contract is missing;
 *   {@link ChainUnreachableError} when none answers.
 * @example
 * const chain = await connectChain({ id: 5042002, rpcUrls, explorerApi: undefined, deployBlocks: {} })
 */
export async function connectChain(settings: ChainSettings, options: connectChain.Options = {}): Promise<ServedChain> {
  const { timeoutMs = 4_000, elapsed = sinceStart, random = Math.random, log, metrics } = options
  overrideDeployment(settings.id, {
    rpcUrls: settings.rpcUrls,
    signingRpcUrls: settings.rpcUrls,
    deployBlocks: settings.deployBlocks,
    ...(settings.explorerApi !== undefined && { explorerApi: settings.explorerApi }),
  })
  const viemChain = viemChainFor(settings.id)
  let lastAnswerAt: number | undefined
  const onAnswer = () => {
    lastAnswerAt = elapsed()
  }
  const endpoints = settings.rpcUrls.map(
    (url) => new Endpoint(viemChain, url, { timeoutMs, elapsed, random, onAnswer, log, metrics }),
  )
  await assertChain(settings.id, endpoints)

  const chain: ServedChain = {
    id: settings.id,
    deployment: requireDeployment(settings.id),
    client: clientOf(viemChain, askInOrder(settings.id, endpoints, elapsed)),
    endpoints: endpoints.map((endpoint) => clientOf(viemChain, (request) => endpoint.request(request))),
    operators: settings.rpcUrls.map(operatorOf),
    broadcast: (raw, { signal }) => Promise.all(endpoints.map((endpoint) => offer(endpoint, raw, signal))),
    lastAnswerAt: () => lastAnswerAt,
  }
  await assertContracts(chain)
  return chain
}

export declare namespace connectChain {
  type Options = {
    /**
     * Time limit for an answer of an endpoint.
     * @default 4_000
     */
    timeoutMs?: number | undefined
    /** Monotonic milliseconds, for ages; for tests. */
    elapsed?: (() => number) | undefined
    /** From 0 to 1. */
    random?: (() => number) | undefined
    log?: Log | undefined
    metrics?: Metrics | undefined
  }

  type ErrorType = ChainSettingsError | ChainUnreachableError
}

/** Rounds through the endpoints before a read is given up. */
const rounds = 4
const probeMs = 2_000
const pauseMs = 50

function askInOrder(chainId: number, endpoints: readonly Endpoint[], elapsed: () => number) {
  let probedAt = Number.NEGATIVE_INFINITY
  return async (request: Request): Promise<unknown> => {
    let failure: unknown
    for (let round = 0; round < rounds; ) {
      const asked = candidates()
      if (asked.length > 0) round++
      for (const endpoint of asked) {
        try {
          return await endpoint.request(request)
        } catch (error) {
          if (judgeFault(error) === 'verdict') throw error
          failure = error
        }
      }
      const rest = Math.min(
        ...endpoints.filter(({ isBroken }) => !isBroken).map(({ restsUntil }) => restsUntil - elapsed()),
      )
      if (rest > 0 && rest < Number.POSITIVE_INFINITY) await pause(Math.ceil(rest) + 1)
      // A cut connection is worth a second try; an endpoint that let us wait is not.
      else if (round === 1 && asked.length > 0 && judgeFault(failure) === 'broken') await pause(pauseMs)
      else break
    }
    throw failure ?? new ChainUnreachableError(chainId)
  }

  function candidates(): readonly Endpoint[] {
    const well = endpoints.filter((endpoint) => !endpoint.isBroken)
    if (well.length > 0) return well.filter((endpoint) => endpoint.restsUntil <= elapsed())
    if (elapsed() - probedAt < probeMs) return []
    probedAt = elapsed()
    return endpoints.filter((endpoint) => !endpoint.isForeign).slice(0, 2)
  }
}

async function offer(endpoint: Endpoint, raw: Hex, signal: AbortSignal | undefined): Promise<BroadcastAnswer> {
  if (endpoint.isForeign) return 'refused'
  const asked = endpoint.request({ method: 'eth_sendRawTransaction', params: [raw] }).then(
    // Another hash would mean that the answer is about another transaction.
    (hash): BroadcastAnswer => (hash === keccak256(raw) ? 'accepted' : 'unknown'),
    judgeBroadcast,
  )
  if (!signal) return asked
  if (signal.aborted) return 'unknown'
  return new Promise((resolve) => {
    const giveUp = () => resolve('unknown')
    signal.addEventListener('abort', giveUp, { once: true })
    asked.then((answer) => {
      signal.removeEventListener('abort', giveUp)
      resolve(answer)
    })
  })
}

/**
 * The type states what matters to the SDK: the transport's chain is fixed, so its id is asked for once. viem types
 * requests by method, ours forward any of them, which needs the cast.
 */
function clientOf(chain: Chain, request: (request: Request) => Promise<unknown>): ReadClient {
  const transport = () =>
    // viem types a request by its method; this one forwards any.
    createTransport({ key: 'served', name: 'served chain', type: 'http', retryCount: 0, request: request as never })
  // A hostile contract must not choose what this process requests (ERC-3668).
  return createClient({ chain, transport, ccipRead: false })
}

async function assertChain(chainId: number, endpoints: readonly Endpoint[]): Promise<void> {
  const answers = await Promise.allSettled(endpoints.map((endpoint) => endpoint.request({ method: 'eth_blockNumber' })))
  if (endpoints.some((endpoint) => endpoint.isForeign))
    throw new ChainSettingsError(chainId, 'an endpoint serves another chain')
  if (!answers.some(({ status }) => status === 'fulfilled')) throw new ChainUnreachableError(chainId)
}

async function assertContracts({ id, deployment, client }: ServedChain): Promise<void> {
  const { usdc, transferContract, spendPolicyFactory, spendPolicyAccountImpl, stealthAnnouncer } = deployment
  const expected = { usdc, transferContract, spendPolicyFactory, spendPolicyAccountImpl, stealthAnnouncer }
  const missing = await Promise.all(
    Object.entries(expected).map(async ([name, address]) => ((await hasCode(client, id, address)) ? [] : [name])),
  )
  const names = missing.flat()
  if (names.length > 0) throw new ChainSettingsError(id, `no contract is deployed for ${names.join(', ')}`)
}

async function hasCode(client: ReadClient, chainId: number, address: Address): Promise<boolean> {
  try {
    return (await client.request({ method: 'eth_getCode', params: [address, 'latest'] })) !== '0x'
  } catch {
    throw new ChainUnreachableError(chainId)
  }
}
