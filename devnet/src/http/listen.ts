import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type HttpReply, json, type Surface, text } from './reply.js'

/** Serves several surfaces (APIs) on one loopback port, each below its path prefix; the longest matching prefix answers. */
export async function listen(surfaces: Record<string, Surface>, port: number): Promise<Listener> {
  const prefixes = Object.keys(surfaces).sort((a, b) => b.length - a.length)
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => json(500, { message: error instanceof Error ? error.message : String(error) }))
      .then((reply) => send(response, reply))
  })
  // With Node's default of 5 seconds a busy client would send on a connection that is just being closed.
  server.keepAliveTimeout = 65_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  async function answer(request: IncomingMessage): Promise<HttpReply> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const prefix = prefixes.find((prefix) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))
    const surface = prefix === undefined ? undefined : surfaces[prefix]
    if (request.method === 'OPTIONS')
      return { status: 204, headers: { 'access-control-allow-headers': surface?.allowedHeaders ?? '*' }, body: '' }
    if (surface === undefined || prefix === undefined) return text(404, `Nothing here. Try ${prefixes.join(', ')}.`)
    return surface({
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      body: await readBody(request),
      authorization: request.headers.authorization,
    })
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

/** A listening server. */
export type Listener = { url: string; close: () => Promise<void> }

const maxBodyBytes = 10_000_000

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-expose-headers': '*',
}

function send(response: ServerResponse, reply: HttpReply) {
  if (reply === 'hang') return
  if (reply === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(reply.status, { ...cors, ...reply.headers })
  response.end(reply.body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Typed as any: without a set encoding a request yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Error('The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
