import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createUpstream, type Upstream } from './createUpstream.js'

let server: Server | undefined
let upstream: Upstream | undefined
afterEach(async () => {
  await upstream?.close()
  server?.closeAllConnections()
  server?.close()
})

/** A node that leaves `eth_getLogs` unanswered, and tells of each method. */
async function open(onMethod: (method: string) => void): Promise<Upstream> {
  const node = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    onMethod(method)
    if (method !== 'eth_getLogs') response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method }))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  server = node
  const { port } = node.address() as AddressInfo // It listens on a port.
  upstream = createUpstream(`http://127.0.0.1:${port}`, { connections: 2, timeoutMs: 600_000, maxBytes: 1_000 })
  return upstream
}

test('what the guard asks does not wait behind what it forwards', async () => {
  const methods: string[] = []
  const { ask, post } = await open((method) => methods.push(method))
  for (let index = 0; index < 4; index++) void post('{"jsonrpc":"2.0","id":1,"method":"eth_getLogs"}')
  await expect.poll(() => methods.length, { timeout: 120_000 }).toBe(2)
  expect(await ask('eth_blockNumber', [])).toBe('eth_blockNumber')
  expect(await ask('eth_chainId', [])).toBe('eth_chainId')
  // The others still wait for a connection of their own.
  expect(methods).toEqual(['eth_getLogs', 'eth_getLogs', 'eth_blockNumber', 'eth_chainId'])
}, 240_000)
