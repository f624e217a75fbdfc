import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { endpointsByHealth } from './endpointsByHealth.js'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** An endpoint at a block; it answers after those named, or never. */
async function endpoint(head: number | 'silent' | 'failing', after: readonly Endpoint[] = []): Promise<Endpoint> {
  let answered = () => {}
  const hasAnswered = new Promise<void>((resolve) => {
    answered = resolve
  })
  const server = createServer(async (_, response) => {
    if (head === 'silent') return
    await Promise.all(after.map((other) => other.hasAnswered))
    response.writeHead(head === 'failing' ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${head.toString(16)}` }), answered)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hasAnswered }
}

type Endpoint = { url: string; hasAnswered: Promise<void> }

test('what answers comes first, then what is behind, then what is silent or fails', async () => {
  const silent = await endpoint('silent')
  const failing = await endpoint('failing')
  const behind = await endpoint(900)
  const good = await endpoint(1_000, [behind])
  const given = [silent, failing, behind, good].map(({ url }) => url)
  expect(await endpointsByHealth(given)).toEqual([good, behind, silent, failing].map(({ url }) => url))
})

test('behavior: a few blocks are not a delay', async () => {
  const first = await endpoint(999)
  const second = await endpoint(1_000, [first])
  expect(await endpointsByHealth([second.url, first.url])).toEqual([first.url, second.url])
})

test('behavior: where none answers, the order given stays', async () => {
  const given = [(await endpoint('failing')).url, (await endpoint('failing')).url]
  expect(await endpointsByHealth(given)).toEqual(given)
  const silent = [(await endpoint('silent')).url, (await endpoint('silent')).url]
  expect(await endpointsByHealth(silent, { timeoutMs: 50 })).toEqual(silent)
})

test('behavior: a single endpoint is not asked', async () => {
  expect(await endpointsByHealth(['http://127.0.0.1:9'])).toEqual(['http://127.0.0.1:9'])
  expect(await endpointsByHealth([])).toEqual([])
})
