import { sleep, withDeadline } from './withDeadline.js'

/** Asks an explorer for one JSON document. */
export type GetJson = (path: string, query: Query, signal: AbortSignal | undefined) => Promise<unknown>

export type Query = Readonly<Record<string, string>>

/**
 * @param timeoutMs - Limit of one request together with its retries.
 * @param retryDelayMs - Wait before the first retry; the n-th waits n times as long.
 * @param fetchFn - Looked up at call time where it is not given.
 */
export type ExplorerHttpOptions = {
  timeoutMs: number
  retryDelayMs: number
  fetchFn: typeof fetch | undefined
}

const maxTries = 4

/**
 * Makes a reader below one base URL, whose own query (an API key, say) stays on every request.
 *
 * A busy or failing host is asked again inside the time limit; every other answer than a JSON document is an error.
 */
export function createGetJson(baseUrl: string, { timeoutMs, retryDelayMs, fetchFn }: ExplorerHttpOptions): GetJson {
  return (path, query, signal) =>
    withDeadline(
      async (ended) => {
        const url = new URL(baseUrl)
        url.pathname = url.pathname.replace(/\/+$/, '') + path
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
        for (let tries = 1; ; tries++) {
          const outcome = await request(fetchFn ?? globalThis.fetch, url, ended)
          if ('body' in outcome) return outcome.body
          if (!outcome.isPassing || tries === maxTries) throw outcome.error
          await sleep(retryDelayMs * tries, ended)
        }
      },
      { timeoutMs, signal },
    )
}

type Outcome = { body: unknown } | { error: unknown; isPassing: boolean }

async function request(fetchFn: typeof fetch, url: URL, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetchFn(url.href, { signal, headers: { accept: 'application/json' } })
    if (!response.ok)
      return {
        error: new Error(`${url.host} answered HTTP ${response.status}.`),
        isPassing: isPassing(response.status),
      }
    const body: unknown = await response.json()
    return isThrottled(body) ? { error: new Error(`${url.host} is busy.`), isPassing: true } : { body }
  } catch (error) {
    // Nonsense will not become sense by asking again; a broken connection may.
    return { error, isPassing: !(error instanceof SyntaxError) && !signal.aborted }
  }
}

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** Etherscan-like hosts refuse with HTTP 200 and a sentence. */
function isThrottled(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('status' in body) || body.status !== '0') return false
  const { message, result } = body as { message?: unknown; result?: unknown }
  return /rate limit|too many requests/i.test(`${String(message)} ${typeof result === 'string' ? result : ''}`)
}
