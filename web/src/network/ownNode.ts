import { isLoopback } from './settings.js'
import { openStorage } from './storage.js'

/** Where the choice is kept: a person's own node on this machine, in a loopback page alone. */
const keptAt = 'holdfast:node'

/** The node that the person has chosen; `null` for those of the registry. */
export function readOwnNode(): string | null {
  const kept = openStorage()?.getItem(keptAt) ?? ''
  return isLoopback(kept) ? kept : null
}

export function writeOwnNode(url: string | null): void {
  if (url === null) openStorage()?.removeItem(keptAt)
  else openStorage()?.setItem(keptAt, url)
}

/** Why a node is not taken; `undefined` where it is of this chain. */
export async function findNodeFault(
  url: string,
  chainId: number,
  fetchFn: typeof fetch = fetch,
): Promise<'not_local' | 'silent' | 'other_chain' | undefined> {
  if (!isLoopback(url)) return 'not_local'
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  try {
    const answer = await fetchFn(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
    const given: unknown = await answer.json()
    const result = typeof given === 'object' && given !== null ? Reflect.get(given, 'result') : undefined
    if (typeof result !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(result)) return 'silent'
    return Number(result) === chainId ? undefined : 'other_chain'
  } catch {
    return 'silent'
  }
}
