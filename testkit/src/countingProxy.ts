import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the proxy saw it. */
type SeenRequest = {
  /** Method name, or path without its address. */
  name: string
  /** Its round trip: 1 for what was sent at once, one more than the last answer that came before it otherwise. */
  wave: number
}

export type CountingProxy = {
  url: string
  /** Counts from one again. What is still on its way counts no more. */
  reset: () => void
  readonly requests: readonly SeenRequest[]
  stop: () => Promise<void>
}

/** Hands requests on to a devnet, each answered after so long, and counts how many had to wait for each other. */
export async function startCountingProxy(target: string, latencyMs: number): Promise<CountingProxy> {
  let requests: SeenRequest[] = []
  let answered = 0
  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const counted = requests
    const seen = { name: nameOf(request.url ?? '', body), wave: answered + 1 }
    counted.push(seen)
    const [answer] = await Promise.all([
      fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body !== '' && { body }),
      }).then(async (upstream) => ({ status: upstream.status, text: await upstream.text() })),
      new Promise((resolve) => setTimeout(resolve, latencyMs)),
    ])
    if (counted === requests) answered = Math.max(answered, seen.wave)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.text)
  }
  // A devnet that ends, or closes a connection just then, is a broken connection here too.
  const server = createServer((request, response) => void handOn(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    reset: () => {
      requests = []
      answered = 0
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function nameOf(path: string, body: string): string {
  if (body !== '') return JSON.parse(body).method
  const url = new URL(path, 'http://host')
  const action = url.searchParams.get('action')
  return action ?? url.pathname.replace(/^.*\/api\/v2/, '').replace(/0x[0-9a-fA-F]+/, '…')
}
