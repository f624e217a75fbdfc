import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the proxy saw it. */
type SeenRequest = {
  /** Method name, or path without its address. */
  name: string
  /** Its round trip: 1 if it was sent before any answer, else one more than that of the last answer before it. */
  wave: number
}

export type CountingProxy = {
  url: string
  /** Counts from one again. Requests in flight are not counted any more. */
  reset: () => void
  readonly requests: readonly SeenRequest[]
  stop: () => Promise<void>
}

/** Number of event-loop turns without a request after which all callers have sent theirs, even on a slow machine. */
const quietTurns = 10

/**
 * Forwards requests to a devnet and counts the round trips they take.
 *
 * @param target - Origin of the devnet.
 * @param quietMs - Answers are held until no request has come for this long, and then sent together, so that the count
 *   does not depend on which answer is fast. With 0, each answer is sent as it comes, and the count means little.
 */
export async function startCountingProxy(target: string, quietMs: number): Promise<CountingProxy> {
  let requests: SeenRequest[] = []
  let wave = 1
  let asked = 0
  let answered = 0
  let round: Promise<void> | undefined

  /** Resolves when all requests are answered and no new one comes. */
  async function quiet(): Promise<void> {
    for (let [turns, known] = [0, asked]; turns < quietTurns; turns++) {
      await new Promise((resolve) => setTimeout(resolve, quietMs / quietTurns))
      if (asked !== known || answered !== asked) [turns, known] = [0, asked]
    }
    round = undefined
  }

  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const counted = requests
    const seen = { name: nameOf(request.url ?? '', body), wave }
    counted.push(seen)
    asked += 1
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    })
      .then(async (upstream) => ({ status: upstream.status, text: await upstream.text() }))
      .finally(() => {
        answered += 1
      })
    if (quietMs > 0) {
      round ??= quiet()
      await round
    }
    if (counted === requests) wave = Math.max(wave, seen.wave + 1)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.text)
  }
  // When the devnet ends or closes a connection, the connection breaks here too.
  const server = createServer((request, response) => void handOn(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    reset: () => {
      requests = []
      wave = 1
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
