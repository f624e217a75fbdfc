import { sleep } from '../sleep.js'
import { withDeadline } from '../withDeadline.js'
import { createLimiter, type Limiter } from './limiter.js'

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
  /** Shared by everything that asks one host. */
  limiter?: Limiter | undefined
}

const maxTries = 4

/** No wait is longer, whatever the host says. */
const maxPauseMs = 10_000

/**
 * Makes a reader below one base URL, whose own query (an API key, say) stays on every request.
 *
 * A busy or failing host is asked again inside the time limit, and left alone for as long as it asks; every other answer
 * than a JSON document is an error.
 */
export function createGetJson(baseUrl: string, options: GetJsonOptions): GetJson {
  const { timeoutMs, retryDelayMs, fetchFn, limiter = createLimiter(Number.POSITIVE_INFINITY) } = options
  const attempt = (url: URL, signal: AbortSignal | undefined) =>
    withDeadline(
      async (ended) => {
        for (let tries = 1; ; tries++) {
          const outcome = await request(fetchFn ?? globalThis.fetch, url, ended)
          if ('body' in outcome) return outcome.body
          if (!outcome.isPassing || tries === maxTries) throw outcome.error
          const waitMs = Math.max(retryDelayMs * tries, outcome.waitMs ?? 0)
          if (outcome.waitMs !== undefined) limiter.pause(waitMs)
          await sleep(waitMs, ended)
        }
      },
      { timeoutMs, signal },
    )
  return (path, query, signal) => {
    const url = new URL(baseUrl)
    url.pathname = url.pathname.replace(/\/+$/, '') + path
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return limiter.run(() => attempt(url, signal), signal)
  }
}

/** `waitMs` only from a host that says it is asked too often: how long it wants to be left alone, 0 where it is silent. */
type Outcome = { body: unknown } | { error: unknown; isPassing: boolean; waitMs?: number | undefined }

async function request(fetchFn: typeof fetch, url: URL, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetchFn(url.href, { signal, headers })
    if (!response.ok)
      return {
        error: new Error(`${url.host} answered HTTP ${response.status}.`),
        isPassing: isPassing(response.status),
        waitMs: response.status === 429 ? readPause(response.headers) : undefined,
      }
    const body: unknown = await response.json()
    return isThrottled(body) ? { error: new Error(`${url.host} is busy.`), isPassing: true, waitMs: 0 } : { body }
  } catch (error) {
    // Nonsense will not become sense by asking again; a broken connection may.
    return { error, isPassing: !(error instanceof SyntaxError) && !signal.aborted }
  }
}

/**
 * Counterfeits that the explorer has found out are left out of its lists unless asked for; here they are the evidence. A
 * browser would need to ask the host's permission for the header first, with a request of its own, and may be refused.
 */
const headers: Record<string, string> = {
  accept: 'application/json',
  ...('document' in globalThis ? {} : { 'show-scam-tokens': 'true' }),
}

/** `Retry-After` counts seconds, Blockscout's own header milliseconds. */
function readPause(headers: Headers | undefined): number {
  const afterMs = Number(headers?.get('retry-after') ?? Number.NaN) * 1_000
  const resetMs = Number(headers?.get('x-ratelimit-reset') ?? Number.NaN)
  const wanted = [afterMs, resetMs].find((ms) => ms >= 0) ?? 0
  return Math.min(wanted, maxPauseMs)
}

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** Etherscan-like hosts refuse with HTTP 200 and a sentence. */
function isThrottled(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('status' in body) || body.status !== '0') return false
  // An object, by the condition; a field that it lacks is read as `undefined`.
  const { message, result } = body as { message?: unknown; result?: unknown }
  return /rate limit|too many requests/i.test(`${String(message)} ${typeof result === 'string' ? result : ''}`)
}
