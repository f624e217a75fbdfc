import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/**
 * Forwards between a service and its PostgreSQL server, and can cut a connection when it commits.
 *
 * @param url - Of the server.
 */
export async function startCommitProxy(url: string): Promise<CommitProxy> {
  const { hostname, port } = new URL(url)
  let cut: CommitProxy['cut']
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = dial(Number(port), hostname)
    let isCut = false
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (cut && /\bcommit\b/i.test(bytes.toString('latin1'))) {
        isCut = true
        if (cut === 'before') return client.destroy()
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      // It has committed.
      if (isCut) return client.destroy()
      client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  // A server that listens on TCP has an address.
  through.port = `${(proxy.address() as AddressInfo).port}`
  return {
    url: through.href,
    get cut() {
      return cut
    },
    set cut(value) {
      cut = value
    },
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

export type CommitProxy = {
  /** Of the server, through the proxy. */
  url: string
  /** Whether a commit reaches the server before the connection ends. `undefined` lets all pass. */
  cut: 'before' | 'after' | undefined
  stop: () => Promise<void>
}
