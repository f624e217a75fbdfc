import { type Dispatcher, Pool } from 'undici'
import { LIMIT_EXCEEDED, type RpcError, UPSTREAM_FAILED } from '../messages/messages.js'

/**
 * Keeps connections to the node behind the guard. A request is sent once: only the client decides to repeat it.
 *
 * @param url - Of the node. A name and password in it become a header, as in wallets.
 */
export function createUpstream(url: string, { connections, timeoutMs, maxBytes }: UpstreamOptions): Upstream {
  const { origin, pathname, search, username, password } = new URL(url)
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const pool = new Pool(origin, { connections, ...timeouts })
  /** For a verdict that would wait behind requests that take the node long. */
  const reserve = new Pool(origin, { connections: Math.ceil(connections / 4), ...timeouts })
  const isBusy = () => pool.stats.running >= connections
  const path = `${pathname}${search}`
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(username !== '' && { authorization: basic(username, password) }),
  }

  let isFailing = false

  async function post(body: string, through: Pool, limitMs = timeoutMs): Promise<UpstreamAnswer> {
    const answer = await attempt(body, through, limitMs)
    isFailing = answer.kind === 'failed'
    return answer
  }

  /** By callbacks, without a stream for the answer: each forwarded request then takes less processor time. */
  function attempt(body: string, through: Pool, limitMs: number): Promise<UpstreamAnswer> {
    const late = `did not answer within ${limitMs} ms`
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      let status = 0
      let retryAfter: string | string[] | undefined
      let control: Dispatcher.DispatchController | undefined
      let isOver = false
      const end = (answer: UpstreamAnswer) => {
        isOver = true
        clearTimeout(timer)
        resolve(answer)
      }
      const giveUp = (what: string) => {
        end(failed(what))
        // One that still waits for a connection has no controller yet, and is aborted when it gets one.
        control?.abort(new Error(what))
      }
      const timer = setTimeout(() => giveUp(late), limitMs)
      through.dispatch(
        { path, method: 'POST', headers, body },
        {
          onRequestStart(controller) {
            control = controller
            if (isOver) controller.abort(new Error(late))
          },
          onResponseStart(_, code, told) {
            status = code
            retryAfter = told['retry-after']
          },
          onResponseData(_, chunk) {
            length += chunk.length
            if (length > maxBytes) giveUp(`answered with more than ${maxBytes} bytes`)
            else chunks.push(chunk)
          },
          onResponseEnd() {
            const [first] = chunks
            const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks, length)
            end(interpret(status, bytes, retryAfter))
          },
          onResponseError: (_, error) => end(failed(isTimeOut(error) ? late : why(error))),
        },
      )
    })
  }

  return {
    post: (body) => post(body, pool),
    async ask(method, params, limitMs) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await post(body, isBusy() ? reserve : pool, limitMs)
      const told = answer.kind === 'failed' ? answer : JSON.parse(Buffer.from(answer.bytes).toString())
      if (told.error)
        throw Object.assign(new Error(String(told.error.message)), { code: told.error.code, data: told.error.data })
      return told.result
    },
    get isFailing() {
      return isFailing
    },
    async close() {
      await Promise.all([pool.destroy(), reserve.destroy()])
    },
  }
}

export type UpstreamOptions = {
  /** Most connections at a time; a quarter more is for what the guard asks itself while they are all in use. */
  connections: number
  /** From the first byte of a request to the last of its answer. */
  timeoutMs: number
  /** Most bytes of an answer. */
  maxBytes: number
}

export type Upstream = {
  /** Forwards a message. Never rejects. */
  post: (body: string) => Promise<UpstreamAnswer>
  /**
   * One request of the guard itself. Rejects with the node's error, which has a `code`.
   *
   * @param limitMs - For the answer. Default: `timeoutMs`.
   */
  ask: (method: string, params: unknown, limitMs?: number) => Promise<unknown>
  /** Whether the last answer was a failure. */
  readonly isFailing: boolean
  close: () => Promise<void>
}

/**
 * What the node returned: JSON to be forwarded unchanged, or the failure that replaces it. `status` is for the client: 200, or
 * 429, after which clients wait.
 */
export type UpstreamAnswer =
  | { kind: 'json'; status: number; bytes: Uint8Array; retryAfter?: string | undefined }
  | { kind: 'failed'; status: number; error: RpcError; retryAfter?: string | undefined }

function interpret(status: number, bytes: Uint8Array, after: string | string[] | undefined): UpstreamAnswer {
  const retryAfter = status === 429 && typeof after === 'string' ? after : undefined
  const isJson = looksLikeJson(bytes)
  if (status >= 200 && status < 300)
    return isJson || bytes.length === 0 ? { kind: 'json', status: 200, bytes } : failed('did not answer with JSON')
  // Some nodes send a JSON-RPC error with another status.
  if (isJson && holdsResponse(bytes)) return { kind: 'json', status: status === 429 ? 429 : 200, bytes, retryAfter }
  if (status !== 429) return failed(`answered with HTTP ${status}`)
  const error = {
    code: LIMIT_EXCEEDED,
    message: 'The node behind Holdfast allows no more requests for now (HTTP 429).',
  }
  return { kind: 'failed', status: 429, error, retryAfter }
}

function failed(what: string): UpstreamAnswer {
  return {
    kind: 'failed',
    status: 200,
    error: { code: UPSTREAM_FAILED, message: `The node behind Holdfast ${what}.` },
  }
}

/** Looks only at the first and the last character that is not a blank. */
function looksLikeJson(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first, last] = [text.subarray(0, 64).toString().trim()[0], text.subarray(-64).toString().trim().at(-1)]
  return (first === '{' && last === '}') || (first === '[' && last === ']')
}

function holdsResponse(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    const first: unknown = Array.isArray(value) ? value[0] : value
    return typeof first === 'object' && first !== null && ('result' in first || isError(first))
  } catch {
    return false
  }
}

function isError(value: object): boolean {
  return 'error' in value && typeof value.error === 'object' && value.error !== null && 'code' in value.error
}

/** Never the message of the network error, which may contain the URL of the node with its key. */
function why(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return 'refuses connections'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'cannot be found by its name'
  return 'broke the connection'
}

function isTimeOut(error: unknown): boolean {
  return ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(
    codeOf(error) ?? '',
  )
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

function basic(username: string, password: string): string {
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}
