import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy in front of a node that changes its answers. */
export async function startChangedNode(rpcUrl: string, change: Change) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const headers = { 'content-type': 'application/json' }
    const said = await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()
    change(JSON.parse(body.toString()), said)
    response.writeHead(200, headers).end(JSON.stringify(said))
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Changes the answer in place. */
type Change = (
  request: { method: string; params?: unknown },
  // biome-ignore lint/suspicious/noExplicitAny: whatever the node answered.
  answer: { result?: any; error?: { code: number; message: string } },
) => void
