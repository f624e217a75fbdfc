import { withoutSecrets } from '../failure.js'
import { withDeadline } from '../withDeadline.js'
import { readBytes } from './readBytes.js'

/**
 * Asks an HTTP host for one JSON document: with GET, or with POST where there is a `body`.
 *
 * Nothing is expected of the host. No redirect is followed, no cookie is sent, no more is read than `maxResponseBytes`,
 * and neither a hanging connection nor a hanging body outlasts `timeoutMs`. What came of it is a value; what a status
 * means, whether the document has the right shape and whether to ask again is for the caller to say.
 *
 * @param url - Absolute; in a browser also relative to the page.
 * @throws Only the reason of `signal`.
 * @example
 * const answer = await requestJson('https://api.example.com/v1/info', { timeoutMs: 15_000, maxResponseBytes: 65_536 })
 * if (answer.kind === 'answered' && answer.status === 200) console.log(answer.body)
 * else console.log('no usable answer:', answer.kind)
 */
export async function requestJson(url: string, options: RequestJsonOptions): Promise<JsonAnswer> {
  const { timeoutMs, maxResponseBytes, signal } = options
  let ended: AbortSignal | undefined
  try {
    return await withDeadline(
      async (ending) => {
        ended = ending
        return interpret(await send(url, options, ending), maxResponseBytes)
      },
      { timeoutMs, signal },
    )
  } catch (error) {
    signal?.throwIfAborted()
    return ended?.aborted ? { kind: 'timeout' } : { kind: 'unreachable', cause: withoutSecrets(error) }
  }
}

/** What is asked, and how patiently. */
export type RequestJsonOptions = {
  /** A JSON document as it goes over, whole: the request is a POST then. */
  body?: string | Uint8Array<ArrayBuffer> | undefined
  /** Beside `accept` and `content-type`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Looked up at call time where it is not given. */
  fetchFn?: typeof fetch | undefined
  /** Limit of everything together: all tries, and the reading of the answer. */
  timeoutMs: number
  /** More than this is not read. */
  maxResponseBytes: number
  /** Gives the request up. */
  signal?: AbortSignal | undefined
  /**
   * Requests at the most. Only one that failed before its headers came is sent again, at once; so more than one is for
   * what the host may do twice.
   *
   * @default 1
   */
  tries?: number | undefined
}

/** What came of one question. */
export type JsonAnswer =
  /** A JSON document with whatever status, of whatever shape. */
  | { kind: 'answered'; status: number; headers: Headers; body: unknown }
  /** An answer that is not a JSON document in utf8, or is longer than allowed. */
  | { kind: 'garbled' | 'too_large'; status: number; headers: Headers }
  /** An answer that points elsewhere; browsers hide its status. */
  | { kind: 'redirected'; status: number | undefined }
  /** Not answered, or not to the end, in time. */
  | { kind: 'timeout' }
  /** No connection, or one that broke. `cause` names no URL. */
  | { kind: 'unreachable'; cause: Error }

async function send(url: string, options: RequestJsonOptions, signal: AbortSignal): Promise<Response> {
  const { body, headers, fetchFn, tries = 1 } = options
  const init: RequestInit = {
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { method: 'POST', body }),
    redirect: 'manual',
    credentials: 'omit',
    signal,
  }
  for (let tried = 1; ; tried++) {
    try {
      return await (fetchFn ?? globalThis.fetch)(url, init)
    } catch (error) {
      if (tried >= tries || signal.aborted) throw error
    }
  }
}

async function interpret(response: Response, maxBytes: number): Promise<JsonAnswer> {
  const { status, headers, type } = response
  // Also where they are not wanted: a body that is broken off costs the connection, and the next request on it.
  const bytes = await readBytes(response, maxBytes)
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return { kind: 'redirected', status: status === 0 ? undefined : status }
  if (bytes === undefined) return { kind: 'too_large', status, headers }
  try {
    // A decoder that is not told to refuse what is not utf8 would make some text up.
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { kind: 'answered', status, headers, body }
  } catch {
    return { kind: 'garbled', status, headers }
  }
}
