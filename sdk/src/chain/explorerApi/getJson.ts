import { pause } from '../transaction/waitForReceipt.js'
import { withDeadline } from '../withDeadline.js'

/** Asks an explorer for one JSON document. */
export type GetJson = (path: string, query: Query, signal: AbortSignal | undefined) => Promise<unknown>

/** Parameters of one request. */
export type Query = Readonly<Record<string, string>>

/** Patience with one host. */
export type GetJsonOptions = {
  /** Limit of one request together with its retries. */
  timeoutMs: number
  /** Wait before the first retry; the n-th waits n times as long. */
  retryDelayMs: number
  /** Looked up at call time where it is not given. */
  fetchFn: typeof fetch | undefined
}

const maxTries = 4

/**
 * Makes a reader below one base URL, whose own query (an API key, say) stays on every request.
 *
 * A busy or failing host is asked again inside the time limit; every other answer than a JSON document is an error.
 */
export function createGetJson(baseUrl: string, { timeoutMs, retryDelayMs, fetchFn }: GetJsonOptions): GetJson {
  return (path, query, signal) =>
    withDeadline(
      async (ended) => {
        const url = new URL(baseUrl)
        url.pathname = url.pathname.replace(/\/+$/, '') + path
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
        for (let tries = 1; ; tries++) {
          const outcome = await request(fetchFn ?? globalThis.fetch, url, ended)
          if ('body' in outcome) return outcome.body
          if (!outcome.canPass || tries === maxTries) throw outcome.error
          await pause(retryDelayMs * tries, ended)
          ended.throwIfAborted()
        }
      },
      { timeoutMs, signal },
    )
}

/** Base URL of the Etherscan-like calls that Blockscout serves beside its REST API. */
export function legacyApiUrl(restUrl: string): string {
  const url = new URL(restUrl)
  url.pathname = url.pathname.replace(/\/v2\/*$/, '')
  return url.href
}

type Outcome = { body: unknown } | { error: unknown; canPass: boolean }

async function request(fetchFn: typeof fetch, url: URL, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetchFn(url.href, { signal, headers })
    const { status } = response
    if (!response.ok)
      return {
        error: new Error(`${url.host} answered HTTP ${status}.`),
        canPass: status === 408 || status === 429 || status >= 500,
      }
    const body: unknown = await response.json()
    return isThrottled(body) ? { error: new Error(`${url.host} is busy.`), canPass: true } : { body }
  } catch (error) {
    // Nonsense will not become sense by asking again; a broken connection may.
    return { error, canPass: !(error instanceof SyntaxError) && !signal.aborted }
  }
}

/**
 * Blockscout leaves counterfeits that it has found out away unless asked for them; to us they are part of what happened.
 * A browser would have to ask the host's leave for the header first, and may be refused.
 */
const headers: Record<string, string> = {
  accept: 'application/json',
  ...('document' in globalThis ? {} : { 'show-scam-tokens': 'true' }),
}

/** Etherscan-like hosts refuse with HTTP 200 and a sentence. */
function isThrottled(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('status' in body) || body.status !== '0') return false
  const { message, result } = body as { message?: unknown; result?: unknown }
  return /rate limit|too many requests/i.test(`${String(message)} ${typeof result === 'string' ? result : ''}`)
}
