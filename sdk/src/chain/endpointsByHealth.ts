import { onceAskingClient } from './newClient.js'
import { pause } from './sleep.js'
import { withDeadline } from './withDeadline.js'

/**
 * Orders endpoints of one chain by their health at this moment: those that answer, the quickest first; then those that are
 * behind the others; then those that do not answer, in the order given.
 *
 * Each endpoint is asked once. It waits for the quickest answer, and then a little for the others.
 *
 * @param rpcUrls - Best first, by what is known. A single endpoint is not asked.
 * @returns The same endpoints; never fewer.
 * @example
 * const [best] = await endpointsByHealth(RPC_URLS)
 */
export async function endpointsByHealth(
  rpcUrls: readonly string[],
  { patienceMs = 250, timeoutMs = 4_000, lagBlocks = 20n }: endpointsByHealth.Options = {},
): Promise<readonly string[]> {
  if (rpcUrls.length < 2) return rpcUrls
  /** By URL, the quickest first. */
  const heads = new Map<string, bigint>()
  const ended = new AbortController()
  const probes = rpcUrls.map(async (url) => {
    heads.set(url, await withDeadline((signal) => headOf(url, signal), { timeoutMs, signal: ended.signal }))
  })
  const all = Promise.allSettled(probes)
  try {
    await Promise.any(probes).catch(() => {})
    await Promise.race([all, pause(patienceMs, ended.signal)])
  } finally {
    ended.abort()
  }
  const newest = [...heads.values()].reduce((most, head) => (head > most ? head : most), 0n)
  const isCurrent = (url: string) => (heads.get(url) ?? -1n) + lagBlocks >= newest
  const answered = [...heads.keys()]
  return [
    ...answered.filter(isCurrent),
    ...answered.filter((url) => !isCurrent(url)),
    ...rpcUrls.filter((url) => !answered.includes(url)),
  ]
}

export declare namespace endpointsByHealth {
  type Options = {
    /** How long the others have after the quickest answer. @default 250 */
    patienceMs?: number | undefined
    /** After which an endpoint counts as silent. @default 4_000 */
    timeoutMs?: number | undefined
    /** By how many blocks an endpoint may be behind. @default 20n */
    lagBlocks?: bigint | undefined
  }
}

async function headOf(url: string, signal: AbortSignal): Promise<bigint> {
  const client = await onceAskingClient(url, signal)
  return BigInt(await client.request({ method: 'eth_blockNumber' }))
}
