import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RequestJsonOptions, requestJson } from './requestJson.js'

let answer: RequestListener
let heard: { method: string | undefined; headers: Record<string, unknown>; body: string }[] = []
let url: string
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { method, headers } = request
    heard.push({ method, headers, body: Buffer.concat(chunks).toString() })
    answer(request, response)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  heard = []
})

const ask = (options: Partial<RequestJsonOptions> = {}) =>
  requestJson(url, { timeoutMs: 20_000, maxResponseBytes: 1_024, ...options })
const say =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
const breakOff: RequestListener = (request) => request.socket.destroy()

describe('requestJson', () => {
  test('default: GET, and the document with status and headers', async () => {
    answer = say('{"a":[1,null]}', 200, { 'retry-after': '3' })
    const got = await ask()
    expect(got).toMatchObject({ kind: 'answered', status: 200, body: { a: [1, null] } })
    expect(got.kind === 'answered' && got.headers.get('retry-after')).toBe('3')
    expect(heard).toMatchObject([{ method: 'GET', headers: { accept: 'application/json' }, body: '' }])
    expect(heard[0]?.headers).not.toHaveProperty('content-type')
  })

  test('behavior: a document is one whatever the status', async () => {
    answer = say('{"code":"no"}', 503)
    expect(await ask()).toMatchObject({ kind: 'answered', status: 503, body: { code: 'no' } })
  })

  test.each([
    ['text', '{"a":"é"}'],
    ['bytes', new TextEncoder().encode('{"a":"é"}')],
  ])('parameter: body, as %s, and headers', async (_, body) => {
    answer = say('null', 201)
    expect(await ask({ body, headers: { 'x-key': 'k' } })).toMatchObject({ kind: 'answered', status: 201, body: null })
    expect(heard).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'application/json', 'x-key': 'k' }, body: '{"a":"é"}' },
    ])
  })

  test.each([
    ['nothing', ''],
    ['half a document', '{"a":'],
    ['no utf8', Buffer.from([0x22, 0xff, 0x22])],
  ])('error: garbled, %s', async (_, body) => {
    answer = say(body, 404)
    expect(await ask()).toMatchObject({ kind: 'garbled', status: 404 })
  })

  test('parameter: maxResponseBytes is the most, to the byte', async () => {
    answer = say(`"${'a'.repeat(1_022)}"`)
    expect(await ask()).toMatchObject({ kind: 'answered' })
    expect(await ask({ maxResponseBytes: 1_023 })).toMatchObject({ kind: 'too_large', status: 200 })
  })

  test('error: an answer that never ends is cut at the limit', async () => {
    answer = (_, response) => {
      const write = () => !response.destroyed && response.write('x'.repeat(512), () => setImmediate(write))
      write()
    }
    expect(await ask()).toMatchObject({ kind: 'too_large' })
  })

  test('error: a runtime without streams has the same limit', async () => {
    const fetchFn = async () => ({ status: 200, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(8) })
    const options = { fetchFn: fetchFn as unknown as typeof fetch }
    expect(await ask({ ...options, maxResponseBytes: 7 })).toMatchObject({ kind: 'too_large' })
    expect(await ask({ ...options, maxResponseBytes: 8 })).toMatchObject({ kind: 'garbled' })
  })

  test('error: a redirect is not followed', async () => {
    answer = say('', 302, { location: '/elsewhere' })
    expect(await ask()).toEqual({ kind: 'redirected', status: 302 })
    expect(heard).toHaveLength(1)
  })

  test('parameter: timeoutMs ends silence, and a body that does not', async () => {
    // Long enough to be heard on a busy machine: what is heard later counts in the next test.
    answer = () => {}
    expect(await ask({ timeoutMs: 400 })).toEqual({ kind: 'timeout' })
    answer = (_, response) => response.writeHead(200).write('{')
    expect(await ask({ timeoutMs: 400 })).toEqual({ kind: 'timeout' })
  })

  test('error: unreachable, and the cause keeps the URL to itself', async () => {
    answer = breakOff
    expect(await ask()).toMatchObject({ kind: 'unreachable', cause: expect.any(Error) })
    expect(heard).toHaveLength(1)
    const fetchFn = () => Promise.reject(new Error('https://host/?key=secret is down'))
    const got = await ask({ fetchFn })
    expect(got.kind === 'unreachable' && got.cause.message).not.toContain('secret')
  })

  test('parameter: tries, only where no headers came', async () => {
    answer = (request, response) => (heard.length === 1 ? breakOff : say('1'))(request, response)
    expect(await ask({ body: '{}', tries: 2 })).toMatchObject({ kind: 'answered', body: 1 })
    expect(heard.map(({ body }) => body)).toEqual(['{}', '{}'])
    heard = []
    answer = breakOff
    expect(await ask({ tries: 3 })).toMatchObject({ kind: 'unreachable' })
    expect(heard).toHaveLength(3)
    heard = []
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a":', () => response.destroy())
    }
    expect(await ask({ tries: 3 })).toMatchObject({ kind: 'unreachable' })
    expect(heard).toHaveLength(1)
  })

  test('parameter: signal, before and during: its own reason', async () => {
    answer = () => controller.abort(new Error('enough'))
    const controller = new AbortController()
    await expect(ask({ signal: controller.signal, tries: 2 })).rejects.toThrow('enough')
    await expect(ask({ signal: controller.signal })).rejects.toThrow('enough')
    expect(heard).toHaveLength(1)
  })
})
