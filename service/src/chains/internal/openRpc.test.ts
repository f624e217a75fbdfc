import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificates } from '../../../test/certificates.js'
import { judgeFault } from './judgeAnswer.js'
import { openRpc } from './openRpc.js'

const read = { method: 'eth_call', params: [{ data: '0xc0ffee' }, 'latest'] }
const write = { method: 'eth_sendRawTransaction', params: ['0xc0ffee'] }
const path = '/v2/secret-token?key=other-secret'
const maxBytes = 10 * 2 ** 20

/** An endpoint whose answers a test sets, given the number of the request. */
async function startEndpoint(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
  { host = '127.0.0.1', server = createServer() } = {},
) {
  const ports: (number | undefined)[] = []
  const listener: RequestListener = async (request, response) => {
    for await (const _ of request);
    ports.push(request.socket.remotePort)
    answer(response, ports.length, request)
  }
  server.on('request', listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, ports }
}

const good = (response: ServerResponse, result: unknown = '0x1') =>
  void response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
const open = (origin: string, timeoutMs = 20_000) => openRpc(`${origin}${path}`, { timeoutMs })
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test('default: connections are reused', async () => {
  const { origin, ports } = await startEndpoint((response) => good(response))
  const ask = open(origin)
  for (let count = 0; count < 10; count++) expect(await ask(count % 2 ? read : write)).toBe('0x1')
  expect(new Set(ports).size).toBeLessThan(3)
})

test('behavior: null is an answer', async () => {
  const { origin } = await startEndpoint((response) => good(response, null))
  expect(await open(origin)(read)).toBe(null)
})

test('behavior: IPv6', async () => {
  const { origin } = await startEndpoint((response) => good(response), { host: '::1' })
  expect(await open(origin)(read)).toBe('0x1')
})

test('behavior: path, query and credentials of the URL are sent', async () => {
  const { port } = await startEndpoint((response, _, { url, method, headers }) =>
    good(response, [method, url, headers.authorization]),
  )
  const ask = openRpc(`http://me:p%40ss@127.0.0.1:${port}${path}`, { timeoutMs: 20_000 })
  expect(await ask(read)).toEqual(['POST', path, `Basic ${Buffer.from('me:p@ss').toString('base64')}`])
})

test('behavior: only pages of logs are requested compressed', async () => {
  const logs = Array.from({ length: 1_000 }, (_, index) => `0x${index.toString(16)}`)
  const codings: (string | undefined)[] = []
  const { origin } = await startEndpoint((response, _, { headers }) => {
    codings.push(`${headers['accept-encoding']}`)
    if (headers['accept-encoding'] === 'identity') return good(response)
    response.setHeader('content-encoding', 'gzip').end(gzipSync(JSON.stringify({ result: logs })))
  })
  const ask = open(origin)
  expect(await ask({ method: 'eth_getLogs', params: [] })).toEqual(logs)
  expect(await ask(read)).toBe('0x1')
  expect(codings).toEqual(['gzip', 'identity'])
})

test("behavior: through the environment's proxy", async () => {
  const { origin } = await startEndpoint((response) => good(response))
  const asked: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, client) => {
    asked.push(url)
    const upstream = connect(Number(new URL(origin).port), '127.0.0.1')
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    client.pipe(upstream).pipe(client)
    onTestFinished(() => void upstream.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  vi.stubEnv('NO_PROXY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await open(origin)(read)).toBe('0x1')
  expect(asked).toEqual([new URL(origin).host])
})

describe('a connection that is cut', () => {
  const cutSecond = (response: ServerResponse, count: number) =>
    count === 2 ? void response.socket?.destroy() : good(response)

  test('behavior: a read is repeated once', async () => {
    const { origin, ports } = await startEndpoint(cutSecond)
    const ask = open(origin)
    expect([await ask(read), await ask(read)]).toEqual(['0x1', '0x1'])
    expect(ports).toHaveLength(3)
  })

  test('behavior: a broadcast is not repeated', async () => {
    const { origin, ports } = await startEndpoint(cutSecond)
    const ask = open(origin)
    await ask(write)
    expect(await failureOf(ask(write))).toMatchObject({ name: 'HttpRequestError' })
    expect(ports).toHaveLength(2)
  })

  test('error: cut again', async () => {
    const { origin, ports } = await startEndpoint((response) => void response.socket?.destroy())
    expect(await failureOf(open(origin)(read))).toMatchObject({ name: 'HttpRequestError' })
    expect(ports).toHaveLength(2)
  })

  test('error: cut within the answer', async () => {
    const { origin, ports } = await startEndpoint((response) => {
      response.write('{"result":', () => response.socket?.destroy())
    })
    expect(await failureOf(open(origin)(read))).toMatchObject({ name: 'HttpRequestError' })
    expect(ports).toHaveLength(1)
  })
})

test.each<[string, (response: ServerResponse) => void]>([
  ['nothing', () => {}],
  ['a head alone', (response) => response.flushHeaders()],
  [
    'a trickle',
    (response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
    },
  ],
])('error: no whole answer in time: %s', async (_, answer) => {
  const { origin, ports } = await startEndpoint(answer)
  expect(await failureOf(open(origin, 150)(read))).toMatchObject({ name: 'TimeoutError' })
  expect(ports).toHaveLength(1)
})

test('error: too long an answer', async () => {
  const { origin } = await startEndpoint((response, count) =>
    count === 1 ? good(response, 'x'.repeat(maxBytes - 100)) : good(response, 'x'.repeat(maxBytes)),
  )
  const ask = open(origin)
  expect(await ask(read)).toHaveLength(maxBytes - 100)
  expect(await failureOf(ask(read))).toMatchObject({ name: 'ResponseBodyTooLargeError' })
})

test.each([
  ['too large when decompressed', gzipSync(Buffer.alloc(maxBytes + 1, ' ')), 'ResponseBodyTooLargeError'],
  ['invalid compression', Buffer.from('{"result":"0x1"}'), 'HttpRequestError'],
  ['truncated compression', gzipSync('{"result":"0x1"}').subarray(0, -9), 'HttpRequestError'],
])('error: %s', async (_, bytes, name) => {
  const { origin } = await startEndpoint((response) => void response.setHeader('content-encoding', 'gzip').end(bytes))
  expect(await failureOf(open(origin)({ method: 'eth_getLogs', params: [] }))).toMatchObject({ name })
})

test('error: a redirect is not followed', async () => {
  const elsewhere = await startEndpoint((response) => good(response))
  const { origin } = await startEndpoint((response) => response.writeHead(307, { location: elsewhere.origin }).end())
  expect(await failureOf(open(origin)(read))).toMatchObject({ name: 'HttpRequestError', status: 307 })
  expect(elsewhere.ports).toEqual([])
})

test('error: a certificate whose authority Node does not trust', async () => {
  const { server } = await makeCertificates()
  const { port, ports } = await startEndpoint((response) => good(response), { server: createSecureServer(server) })
  expect(await failureOf(open(`https://127.0.0.1:${port}`)(read))).toMatchObject({ name: 'HttpRequestError' })
  expect(ports).toEqual([])
})

const rpcError = (code: number, message = 'no', data?: unknown) => JSON.stringify({ error: { code, message, data } })

test.each([
  [200, '', 'HttpRequestError', 'broken'],
  [200, '<html>', 'HttpRequestError', 'broken'],
  [200, '{}', 'HttpRequestError', 'broken'],
  [200, 'null', 'HttpRequestError', 'broken'],
  [200, '[]', 'HttpRequestError', 'broken'],
  [200, '7', 'HttpRequestError', 'broken'],
  [200, '{"error":"no"}', 'RpcRequestError', 'broken'],
  [200, rpcError(-32603), 'RpcRequestError', 'broken'],
  [200, rpcError(3, 'execution reverted', '0x01'), 'RpcRequestError', 'verdict'],
  [200, rpcError(-32601), 'RpcRequestError', 'elsewhere'],
  [200, rpcError(-32005), 'RpcRequestError', 'busy'],
  [400, rpcError(-32602), 'RpcRequestError', 'verdict'],
  [400, '{"result":"0x1"}', 'HttpRequestError', 'broken'],
  [401, 'who?', 'HttpRequestError', 'broken'],
  [429, 'no', 'HttpRequestError', 'busy'],
  [429, rpcError(-32000), 'RpcRequestError', 'busy'],
  [503, '', 'HttpRequestError', 'broken'],
])('error: %i %s: %s, %s', async (status, text, name, fault) => {
  const { origin } = await startEndpoint((response) => response.writeHead(status).end(text))
  const failure = await failureOf(open(origin)(read))
  expect(failure).toMatchObject({ name })
  expect(judgeFault(failure)).toBe(fault)
})

test('error: keeps the node’s message and its retry-after', async () => {
  const { origin } = await startEndpoint((response, count) =>
    count === 1
      ? void response.end(rpcError(3, 'execution reverted', '0x01'))
      : void response.writeHead(503, { 'retry-after': '7' }).end('too many requests'),
  )
  const ask = open(origin)
  expect(await failureOf(ask(read))).toMatchObject({ code: 3, data: '0x01', details: 'execution reverted' })
  const failure = await failureOf(ask(read))
  expect(failure).toMatchObject({ status: 503, details: 'too many requests' })
  expect((failure as { headers: Headers }).headers.get('retry-after')).toBe('7')
})

test.each([
  ['no server', undefined],
  ['words that quote the path', 'Cannot POST /v2/secret-token?key=other-secret'],
  ['an error that does', rpcError(-32000, 'bad key secret-token, other-secret')],
])('error: contains neither the URL nor the request: %s', async (_, text) => {
  const { port } = await startEndpoint((response) => response.writeHead(text === undefined ? 500 : 404).end(text))
  const url = `http://me:password@127.0.0.1:${text === undefined ? 9 : port}${path}`
  const failure = await failureOf(openRpc(url, { timeoutMs: 20_000 })(read))
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/secret|password|127\.0\.0\.1|c0ffee/)
})
