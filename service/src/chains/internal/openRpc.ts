import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { EndpointError } from '../EndpointError.js'

/**
 * Creates a function that sends JSON-RPC requests to an endpoint over HTTP. It reuses connections, and leaves out what
 * `fetch` does for browsers, which took a third of the processor time of a signature.
 *
 * A read whose connection is cut before the head of an answer is repeated once: the endpoint may have closed it just
 * then. A broadcast is never repeated here. Pages of logs are requested compressed; for small answers that is not worth
 * it. Redirects are not followed. The proxy of the environment is used where Node's own `fetch` would use it
 * (`NODE_USE_ENV_PROXY`).
 *
 * @throws {@link EndpointError}
 */
export function openRpc(url: string, { timeoutMs }: { timeoutMs: number }): (request: Request) => Promise<unknown> {
  const { origin, pathname, search, searchParams, username, password } = new URL(url)
  const limits = {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs },
    maxResponseSize: maxAnswerBytes,
  }
  const dispatcher: Dispatcher =
    process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(limits) : new Pool(origin, limits)
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = {
    'content-type': 'application/json',
    ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }
  const secrets = [...pathname.split('/'), ...searchParams.values(), password].filter(({ length }) => length >= 8)
  const hide = (text: string) =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text.slice(0, maxDetails))

  return async (request) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })
    const giveUp = new AbortController()
    // Limits the whole answer, so that a slow trickle of bytes cannot delay the caller.
    const timer = setTimeout(() => giveUp.abort(), timeoutMs)
    const coding = { 'accept-encoding': request.method === 'eth_getLogs' ? 'gzip' : 'identity' }
    const asked = { origin, path: pathname + search, method: 'POST', headers: { ...headers, ...coding }, body } as const
    const send = () => dispatcher.request({ ...asked, signal: giveUp.signal })
    try {
      const answer = await send().catch((error: unknown) => {
        if (isCut(error) && request.method !== 'eth_sendRawTransaction') return send()
        throw error
      })
      return readAnswer(answer, await textOf(answer), hide)
    } catch (error) {
      if (error instanceof EndpointError) throw error
      if (giveUp.signal.aborted) throw new EndpointError('TimeoutError', 'The endpoint did not answer in time.')
      const code = codeOf(error)
      if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE')
        throw new EndpointError('ResponseBodyTooLargeError', 'The answer of the endpoint is too large.')
      throw new EndpointError('HttpRequestError', 'The endpoint cannot be reached.', code)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A JSON-RPC request. */
export type Request = { method: string; params?: unknown }

/** The same as viem's. When an answer is larger, the SDK asks for fewer logs. */
const maxAnswerBytes = 10 * 2 ** 20
const maxDetails = 1_000

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (headers['content-encoding'] !== 'gzip') return body.text()
  return (await unzip(await body.arrayBuffer(), { maxOutputLength: maxAnswerBytes })).toString()
}

const unzip = promisify(gunzip)

function readAnswer(
  { statusCode, headers }: Dispatcher.ResponseData,
  text: string,
  hide: (text: string) => string,
): unknown {
  const isOk = statusCode >= 200 && statusCode < 300
  const { result, error } = parse(text)
  if (isOk && result !== undefined && !error) return result
  if (error && (isOk || typeof error.code === 'number')) {
    const details = hide(String(error.message ?? error))
    throw new EndpointError('RpcRequestError', 'The endpoint refuses the request.', details, {
      code: error.code,
      data: error.data,
      // With status 429, the error is always "too many requests".
      ...(statusCode === 429 && { status: statusCode }),
    })
  }
  const after = headers['retry-after']
  throw new EndpointError('HttpRequestError', 'The endpoint did not answer with JSON-RPC.', hide(text), {
    ...(!isOk && { status: statusCode }),
    ...(after !== undefined && { headers: new Headers({ 'retry-after': String(after) }) }),
  })
}

type Answer = { result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } | null }

function parse(text: string): Answer {
  try {
    // Every field of `Answer` is unknown until it is checked.
    return (JSON.parse(text) as Answer | null) ?? {}
  } catch {
    return {}
  }
}

/** Whether the connection was closed before any byte of an answer arrived. */
function isCut(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
