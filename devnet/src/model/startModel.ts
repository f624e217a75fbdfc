import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Starts a fake language model's API on loopback, in the two formats that most providers use: Anthropic's messages and
 * OpenAI's chat completions. It returns configured answers, and imitates the faults of real providers.
 *
 * @example
 * const model = await startModel()
 * model.reply = { kind: 'object', value: { level: 'warning', findings: [] } }
 * // MODEL_PROVIDER=anthropic MODEL_BASE_URL=<model.url>
 */
export async function startModel(options: startModel.Options = {}): Promise<ModelServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo

  const model: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    reply: { kind: 'object', value: { level: 'safe', findings: [] } },
    usage: { input: 900, output: 40 },
    async close() {
      server.closeAllConnections()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    // A request without an encoding yields buffers.
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { pathname } = new URL(request.url ?? '/', model.url)
    const format = formats[pathname]
    const text = Buffer.concat(chunks).toString()
    const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
    const received: ModelRequest = { path: pathname, headers: request.headers, body }
    model.requests.push(received)
    if (request.method !== 'POST' || format === undefined)
      return send(response, 404, { error: { message: 'not found' } })
    if (!format.isSigned(request.headers)) return send(response, 401, format.error('authentication_error', 'no key'))
    const reply = typeof model.reply === 'function' ? await model.reply(received) : model.reply
    await deliver(response, reply, format, String(body.model), model.usage)
  }

  return model
}

export declare namespace startModel {
  type Options = {
    /** @default any free one */
    port?: number | undefined
  }
}

/** A running model. */
export type ModelServer = {
  /** Base URL for either provider. */
  url: string
  /** Every request so far. */
  requests: ModelRequest[]
  /** What it answers from now on. */
  reply: ModelReply | ((request: ModelRequest) => ModelReply | Promise<ModelReply>)
  /** Tokens that it reports as used; with `undefined` it reports none. */
  usage: { input: number; output: number } | undefined
  close: () => Promise<void>
}

type ModelRequest = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }

/** The kinds of answers. */
export type ModelReply =
  /** A whole answer: the value as JSON. */
  | { kind: 'object'; value: unknown }
  /** A whole answer of any text. */
  | { kind: 'text'; text: string }
  /** The model declines, in the format's own way. */
  | { kind: 'refusal'; text: string }
  /** The answer ends at the token limit. */
  | { kind: 'cut_off'; text: string }
  | { kind: 'status'; status: number; message: string }
  | { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; to: string }
  /** Bytes unchanged, with status 200. */
  | { kind: 'raw'; body: string; contentType?: string }
  /** This many bytes of an answer that never ends. */
  | { kind: 'endless'; bytes: number }
  /** No answer. */
  | { kind: 'hang' }
  /** The head of an answer, then nothing. */
  | { kind: 'stall' }
  /** The connection breaks. */
  | { kind: 'reset' }

type Format = {
  isSigned: (headers: IncomingHttpHeaders) => boolean
  error: (type: string, message: string) => unknown
  answer: (answer: {
    model: string
    text: string
    end: 'stop' | 'length' | 'refusal'
    usage: ModelServer['usage']
  }) => unknown
}

const formats: Record<string, Format> = {
  '/v1/messages': {
    isSigned: (headers) => Boolean(headers['x-api-key']) && headers['anthropic-version'] !== undefined,
    error: (type, message) => ({ type: 'error', error: { type, message } }),
    answer: ({ model, text, end, usage }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[end],
      stop_sequence: null,
      usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
    }),
  },
  '/v1/chat/completions': {
    isSigned: (headers) => /^Bearer .+/.test(headers.authorization ?? ''),
    error: (type, message) => ({ error: { message, type, code: null, param: null } }),
    answer: ({ model, text, end, usage }) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model,
      choices: [
        {
          index: 0,
          message:
            end === 'refusal'
              ? { role: 'assistant', content: null, refusal: text }
              : { role: 'assistant', content: text, refusal: null },
          finish_reason: end === 'length' ? 'length' : 'stop',
        },
      ],
      ...(usage && {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
        },
      }),
    }),
  },
}

async function deliver(
  response: ServerResponse,
  reply: ModelReply,
  format: Format,
  model: string,
  usage: ModelServer['usage'],
): Promise<void> {
  const whole = (text: string, end: 'stop' | 'length' | 'refusal') =>
    send(response, 200, format.answer({ model, text, end, usage }))
  switch (reply.kind) {
    case 'object':
      return whole(JSON.stringify(reply.value), 'stop')
    case 'text':
      return whole(reply.text, 'stop')
    case 'refusal':
      return whole(reply.text, 'refusal')
    case 'cut_off':
      return whole(reply.text, 'length')
    case 'status':
      return send(response, reply.status, format.error(errorTypes[reply.status] ?? 'api_error', reply.message))
    case 'redirect':
      return send(response, reply.status, {}, { location: reply.to })
    case 'raw':
      response.writeHead(200, { 'content-type': reply.contentType ?? 'application/json' })
      response.end(reply.body)
      return
    case 'endless':
      return sendEndlessly(response, reply.bytes)
    case 'hang':
      return
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"id":')
      return
    case 'reset':
      response.socket?.resetAndDestroy()
  }
}

const errorTypes: Record<number, string> = { 429: 'rate_limit_error', 500: 'api_error', 529: 'overloaded_error' }

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Sends as fast as it is read, until the reader stops. */
async function sendEndlessly(response: ServerResponse, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(65_536, 'a')
  function* chunks() {
    yield Buffer.from('{"id":"')
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  await pipeline(Readable.from(chunks()), response)
}
