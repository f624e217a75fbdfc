import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Forwards the requests of a command to its endpoints, and can stop answering at any request. */
export type DarkProxy = {
  /** In the order of the targets. */
  urls: readonly string[]
  /** From this request on, counted from zero, none is answered. With `isHeard`, that first one is still carried out. */
  goDark: (from: number, isHeard: boolean) => void
  /** Answers again, and counts from zero. */
  light: () => void
  /** Requests since the last call of `light`. */
  readonly count: number
  stop: () => Promise<void>
}

/** Starts a proxy for each target; they share one counter. */
export async function startDarkProxy(targets: readonly string[]): Promise<DarkProxy> {
  let count = 0
  let dark: { from: number; isHeard: boolean } | undefined
  const handOn = (target: string) => async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const place = count++
    const isDark = dark !== undefined && place >= dark.from
    if (isDark && !(dark?.isHeard && place === dark.from)) return void response.destroy()
    const headers = Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name))
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers.map(([name, value]) => [name, String(value)]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (isDark) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(body)
  }
  const servers = targets.map((target) =>
    createServer((request, response) => void handOn(target)(request, response).catch(() => response.destroy())),
  )
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    goDark: (from, isHeard) => {
      dark = { from, isHeard }
    },
    light: () => {
      dark = undefined
      count = 0
    },
    get count() {
      return count
    },
    async stop() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
