import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a node behaves: like the one behind it, or like one that limits, fails or does not answer. */
export type NodeFault = 'none' | '429' | '502' | 'silent' | 'reset'

/** A node that records its requests, and fails on request. */
export type RecordingNode = {
  url: string
  /** Methods asked for, one for each element of a batch, since the last `reset`. */
  readonly methods: readonly string[]
  /** Bodies, as they came. */
  readonly bodies: readonly string[]
  fault: NodeFault
  /** Methods that the fault is for; all of them where it is absent. */
  only: readonly string[] | undefined
  reset: () => void
  stop: () => Promise<void>
}

/**
 * Starts a node on loopback that forwards everything to another one.
 *
 * @param target - JSON-RPC URL.
 */
export async function startRecordingNode(target: string): Promise<RecordingNode> {
  let [methods, bodies]: [string[], string[]] = [[], []]
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const asked = [JSON.parse(body)].flat().map(({ method }: { method: string }) => method)
      methods.push(...asked)
      bodies.push(body)
      const isAffected = node.only === undefined || asked.some((method) => node.only?.includes(method))
      const fault = isAffected ? node.fault : 'none'
      if (fault === 'silent') return
      if (fault === 'reset') return void response.destroy()
      if (fault === '429') return void response.writeHead(429, { 'retry-after': '0' }).end('Too many requests')
      if (fault === '502') return void response.writeHead(502).end('<html>Bad gateway</html>')
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(target, { method: 'POST', headers, body })
      response.writeHead(answer.status, headers).end(await answer.text())
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: RecordingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get methods() {
      return methods
    },
    get bodies() {
      return bodies
    },
    fault: 'none',
    only: undefined,
    reset() {
      ;[methods, bodies] = [[], []]
      Object.assign(node, { fault: 'none', only: undefined })
    },
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return node
}
