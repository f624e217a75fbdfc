import { explorerUsable, type ReadClient, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { createClient, http } from 'viem'
import { getBlock, getChainId } from 'viem/actions'
import { withoutKeys } from '../../settings/settings.js'
import type { Finding } from './Finding.js'

/** What the endpoints say, and one that can be relied on. */
export type EndpointFindings = {
  findings: readonly Finding[]
  /** Undefined where none works. */
  client: ReadClient | undefined
  /** Unix seconds of the newest block that any of them knows; undefined where none works. */
  newestBlockAt: number | undefined
}

/** Asks each endpoint of a chain which chain it serves, and how far it is. */
export async function checkEndpoints(chainId: number, now: number): Promise<EndpointFindings> {
  const { rpcUrls, signingRpcUrls } = requireDeployment(chainId)
  const probes = await Promise.all([...new Set([...rpcUrls, ...signingRpcUrls])].map((url) => probe(url, chainId)))
  const working = probes.filter((one): one is Working => 'blockAt' in one && one.servedChainId === chainId)
  const newest = working.reduce<Working | undefined>(
    (best, one) => (best === undefined || one.blockAt > best.blockAt ? one : best),
    undefined,
  )
  const findings = probes.map((one): Finding => {
    const { url } = one
    const bad = newest === undefined ? 'failed' : 'warning'
    const subject = withoutKeys(url)
    if (!('blockAt' in one))
      return {
        check: 'endpoint',
        subject,
        status: bad,
        means: 'does not answer',
        facts: {},
        advice: newest === undefined ? 'Look whether you are online, or name another with --rpc.' : 'The others do.',
      }
    const { servedChainId, block, blockAt, tookMs } = one
    const facts = { chainId: servedChainId, block, headAge: now - blockAt, tookMs }
    if (servedChainId !== chainId)
      return {
        check: 'endpoint',
        subject,
        status: bad,
        facts,
        means: `serves chain ${servedChainId}, not ${chainId}`,
        advice: 'Name an endpoint of that chain with --rpc, or that chain with --chain.',
      }
    const behind = (newest?.blockAt ?? blockAt) - blockAt
    if (behind > mostBehind)
      return {
        check: 'endpoint',
        subject,
        status: 'warning',
        facts,
        means: `is ${behind} s behind the others`,
        advice: 'The others are asked as well; an own one is named with --rpc.',
      }
    const means = `answers in ${tookMs} ms, chain ${servedChainId}, block ${block}, ${now - blockAt} s old`
    return { check: 'endpoint', subject, status: 'ok', means, advice: null, facts }
  })
  return { findings, client: newest?.client, newestBlockAt: newest?.blockAt }
}

/** Seconds. */
const mostBehind = 60

type Working = {
  url: string
  client: ReadClient
  servedChainId: number
  block: bigint
  /** Unix seconds. */
  blockAt: number
  tookMs: number
}

async function probe(url: string, chainId: number): Promise<Working | { url: string }> {
  const client = createClient({ chain: viemChainFor(chainId), transport: http(url, patience) })
  const begun = performance.now()
  try {
    const [servedChainId, { number, timestamp }] = await Promise.all([getChainId(client), getBlock(client)])
    const tookMs = Math.round(performance.now() - begun)
    return { url, client, servedChainId, block: number, blockAt: Number(timestamp), tookMs }
  } catch {
    // Its message may hold the endpoint's key.
    return { url }
  }
}

const patience = { timeout: 5_000, retryCount: 1 }

/**
 * Compares the explorer with the chain. The firewall reads histories there, so one that cannot be used makes nothing `safe`;
 * where a chain has none, it reads them through the node.
 */
export async function checkExplorer(client: ReadClient, chainId: number, signal: AbortSignal): Promise<Finding> {
  const { explorerApi } = requireDeployment(chainId)
  const { usable, reason, lagBlocks, indexedBlock } = explorerApi
    ? await explorerUsable({ client, chainId, signal })
    : ({ usable: false, reason: 'none', lagBlocks: null, indexedBlock: null } as const)
  const facts = { usable, reason: reason ?? null, lagBlocks, indexedBlock }
  const finding = {
    check: 'explorer',
    subject: explorerApi ? withoutKeys(explorerApi) : 'none',
    facts,
  } as const
  if (usable) return { ...finding, status: 'ok', means: `is ${lagBlocks} blocks behind the chain`, advice: null }
  if (reason === 'none')
    return {
      ...finding,
      status: 'warning',
      means:
        'is set: the firewall reads histories through the node, which takes longer and may not suffice for long ones',
      advice: 'Where the chain has one, name it with --explorer.',
    }
  const words = {
    unavailable: 'does not answer',
    lagging: `is ${lagBlocks} blocks behind the chain`,
    indexing: 'is still indexing older blocks',
    ahead: 'claims blocks that the chain does not have',
    chain_unavailable: 'cannot be compared: the chain does not answer',
  }
  return {
    ...finding,
    status: 'failed',
    means: `${words[reason ?? 'unavailable']}: the firewall cannot call a payment safe`,
    advice: 'Wait until it has caught up, or name another with --explorer.',
  }
}
