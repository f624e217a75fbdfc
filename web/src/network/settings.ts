/** What the program that serves a loopback page tells it. A public page has all of it fixed. */
export type Settings = {
  /** Base URL of a devnet. */
  devnet: string | null
  /** Base URL of a service. */
  service: string | null
  /** Of one chain instead of the registry's. */
  endpoint: Endpoint | null
}

/** Where a chain is asked. */
type Endpoint = { chainId: number; rpcUrl: string; explorerApi: string | null }

/**
 * Reads `settings.json` beside a loopback page. A devnet or service that is not on this machine is left out: the policy of the page
 * would refuse it.
 */
export async function readSettings(fetchFn: typeof fetch = fetch): Promise<Settings> {
  const answer = await fetchFn('./settings.json', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok !== true) return { devnet: null, service: null, endpoint: null }
  const given: unknown = await answer.json().catch(() => null)
  const read = (name: string): string | null => {
    const value = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined
    return typeof value === 'string' && isLoopback(value) ? value.replace(/\/$/, '') : null
  }
  return { devnet: read('devnet'), service: read('service'), endpoint: endpointOf(given) }
}

function endpointOf(given: unknown): Endpoint | null {
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'endpoint') : undefined
  if (typeof value !== 'object' || value === null) return null
  // An object, of which each field is checked below.
  const { chainId, rpcUrl, explorerApi = null } = value as { [name in keyof Endpoint]?: unknown }
  if (typeof chainId !== 'number' || typeof rpcUrl !== 'string' || !URL.canParse(rpcUrl)) return null
  return {
    chainId,
    rpcUrl,
    explorerApi: typeof explorerApi === 'string' && URL.canParse(explorerApi) ? explorerApi : null,
  }
}

/** Whether a URL is on this machine, in the one spelling that the policy of the page has. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'http:' && new URL(url).hostname === '127.0.0.1'
}
