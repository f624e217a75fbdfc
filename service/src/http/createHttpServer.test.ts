import { decodeProblem, PROBLEMS } from '@holdfast/sdk/wire'
import { sign as signRequest } from '@holdfast/testkit/http'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dummyRoutes, okSchema, post, send, sendRaw, startStage } from '../../test/httpStage.js'
import { EndpointError } from '../chains/EndpointError.js'
import { answer } from './answer.js'
import { defineRoute } from './defineRoute.js'
import type { Route, RouteAnswer } from './Route.js'

type Stage = Awaited<ReturnType<typeof startStage>>

const account = privateKeyToAccount(`0x${'2'.repeat(64)}`)
const path = '/api/relay/gas'
const body = '{"to":"0x01"}'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ server: { bodyTimeoutMs: 300, headersTimeoutMs: 300 } })
})
afterAll(async () => {
  await stage.server.close()
})

/** Checks a problem in full: status, code, form of the body, and the headers that every answer has. */
function expectProblem(answer: send.Answer, code: keyof typeof PROBLEMS) {
  expect(answer.body?.code).toBe(code)
  expect(answer.status).toBe(PROBLEMS[code].status)
  expect(decodeProblem(answer.body)).toEqual(answer.body)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(answer.body.detail).toBe(PROBLEMS[code].detail)
  expect(answer.body.type).toBe('about:blank')
  expect(answer.body.instance).toBe(`urn:uuid:${answer.headers['x-request-id']}`)
  expectCommon(answer)
}

function expectCommon(answer: send.Answer) {
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.any(String),
    'cache-control': expect.any(String),
    vary: expect.stringContaining('Origin'),
  })
  for (const none of ['server', 'x-powered-by', 'access-control-allow-credentials', 'strict-transport-security'])
    expect(answer.headers).not.toHaveProperty(none)
}

describe('answers', () => {
  test('default: GET', async () => {
    const answer = await send(`${stage.url}/api/health`)
    expectCommon(answer)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers.vary).toBe('Origin')
    expect(answer.headers['x-request-id']).toMatch(uuid)
    expect(answer.headers['ratelimit-policy']).toBe('"ip";q=1000000;w=60')
    expect(answer.headers.ratelimit).toMatch(/^"ip";r=9999[0-9]{2};t=[0-9]{1,2}$/)
  })

  test('default: HEAD', async () => {
    const answer = await send(`${stage.url}/api/health`, { method: 'HEAD' })
    expect([answer.status, answer.bytes.length, answer.headers['content-length']]).toEqual([200, 0, '11'])
  })

  test('default: POST', async () => {
    const answer = await post(`${stage.url}/api/cosign`, { amount: '5' })
    expect([answer.status, answer.body]).toEqual([200, { amount: '5' }])
  })

  test('default: signed', async () => {
    const timestamp = stage.now()
    const answer = await post(stage.url + path, body, await signRequest(path, body, { account, timestamp }))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      signer: account.address.toLowerCase(),
      digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      timestamp,
    })
    expect(answer.headers['ratelimit-policy']).toBe('"ip";q=1000000;w=60, "addr-day";q=50;w=86400')
    expect(answer.headers.ratelimit).toMatch(/^"ip";r=[0-9]+;t=[0-9]+, "addr-day";r=44;t=41230$/)
  })

  test('behavior: a public answer contains no caller’s rate limits', async () => {
    const answer = await send(`${stage.url}/api/cosign`)
    expectCommon(answer)
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    expect(answer.headers).not.toHaveProperty('ratelimit')
    expect(answer.headers).not.toHaveProperty('ratelimit-policy')
  })

  test('behavior: bytes pass untouched', async () => {
    const answer = await send(`${stage.url}/api/announcements`)
    expectCommon(answer)
    expect([...answer.bytes]).toEqual([0x1f, 0x8b, 0, 255])
    expect(answer.headers).toMatchObject({
      etag: '"one"',
      'content-encoding': 'gzip',
      'content-length': '4',
      vary: 'Origin, Accept-Encoding',
      'cache-control': 'public, max-age=5',
    })
    const again = await send(`${stage.url}/api/announcements`, { headers: { 'if-none-match': '"one"' } })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect(again.headers).not.toHaveProperty('content-length')
    expect(again.headers).toMatchObject({ etag: '"one"', 'cache-control': 'public, max-age=5' })
  })

  test.each([
    ['abcdefgh', true],
    ['0b2a0d60-2b66-4f37-8f6b-3c7d8f6f4a11', true],
    ['x'.repeat(64), true],
    ['short', false],
    ['x'.repeat(65), false],
    ['with space in it', false],
    ['<script>alert', false],
    ['7K3M-ABCD-EFGH-JKMN', false],
    ['ab'.repeat(32), false],
  ])('behavior: the request id %s', async (id, taken) => {
    const answer = await send(`${stage.url}/api/nothing`, { headers: { 'x-request-id': id } })
    expectProblem(answer, 'not_found')
    if (taken) expect(answer.headers['x-request-id']).toBe(id)
    else expect(answer.headers['x-request-id']).toMatch(uuid)
  })

  test('behavior: errors name a page where there is one', async () => {
    const documented = await startStage({ config: { docsBase: 'https://docs.example/errors/' } })
    const answer = await send(`${documented.url}/api/nothing`)
    expect(answer.body).toMatchObject({
      type: 'https://docs.example/errors/not_found',
      title: 'Not Found',
      status: 404,
    })
    await documented.server.close()
  })
})

describe('paths and methods', () => {
  test.each([
    '/',
    '/api',
    '/api/',
    '/api/health/',
    '//api/health',
    '/api//health',
    '/api/./health',
    '/api/../api/health',
    '/api/%68ealth',
    '/api/health%2f',
    '/api/health%00',
    '/API/HEALTH',
    '/api/health;a=1',
    '/api/health#top',
    'http://elsewhere.example/api/health',
    '*',
    '/api/health/../cosign',
    '/metrics',
    '/livez',
    '/docs',
    '/openapi.json',
    '/__proto__',
    '/api/relay/gas%3Fa',
  ])('error: not_found: %s', async (tricky) => {
    const raw = await sendRaw(stage.url, `GET ${tricky} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(raw).toMatch(/^HTTP\/1\.1 404 /)
    expect(raw).toContain('"code":"not_found"')
    expect(raw).toMatch(/x-request-id/i)
  })

  test.each([
    ['POST', '/api/health', 'GET, HEAD'],
    ['DELETE', '/api/cosign', 'GET, HEAD, POST'],
    ['GET', path, 'POST'],
    ['HEAD', path, 'POST'],
    ['OPTIONS', path, 'POST'],
    ['TRACE', '/api/health', 'GET, HEAD'],
    ['PURGE', '/api/health', 'GET, HEAD'],
  ])('error: method_not_allowed: %s %s', async (method, at, allow) => {
    const answer = await send(stage.url + at, { method })
    expect([answer.status, answer.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') expectProblem(answer, 'method_not_allowed')
  })

  test('error: CONNECT reaches nothing', async () => {
    const raw = await sendRaw(stage.url, 'CONNECT /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(raw).not.toContain('200')
  })

  test.each([
    ['/api/health?a=1', ''],
    ['/api/announcements?chainId=1&chainId=2', ''],
    ['/api/announcements?chainId=x', '/chainId'],
    ['/api/announcements?other=1', '/other'],
    ['/api/announcements?__proto__=1', '/__proto__'],
    ['/api/announcements?chainId=%ff', '/chainId'],
  ])('error: invalid_request: %s', async (at, pointer) => {
    const answer = await send(stage.url + at)
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual([{ pointer, code: expect.any(String) }])
  })

  test('behavior: a question mark without a query', async () => {
    expect((await send(`${stage.url}/api/health?`)).status).toBe(200)
  })
})

describe('origins', () => {
  const listed = 'https://app.example'

  test.each([
    ['listed', listed, true],
    ['missing', undefined, true],
    ['unlisted', 'https://other.example', false],
    ['null', 'null', false],
    ['another case', 'https://APP.example', false],
    ['with a port', 'https://app.example:443', false],
    ['with a slash', 'https://app.example/', false],
    ['another scheme', 'http://app.example', false],
    ['a subdomain', 'https://a.app.example', false],
    ['a longer host', 'https://app.example.evil.example', false],
    ['empty', '', false],
    ['two', 'https://app.example, https://app.example', false],
  ])('%s', async (_, origin, allowed) => {
    for (const [method, at] of [
      ['GET', '/api/health'],
      ['GET', '/api/cosign'],
      ['POST', '/api/cosign'],
      ['POST', path],
    ] as const) {
      const answer = await send(stage.url + at, { method, headers: origin === undefined ? {} : { origin } })
      expectCommon(answer)
      if (!allowed) {
        expectProblem(answer, 'origin_not_allowed')
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
        continue
      }
      // Without a media type a POST fails at a later gate, whose answer a page may also read.
      expect(answer.status).toBe(method === 'GET' ? 200 : 415)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
      expect(answer.headers['access-control-expose-headers']).toBe(
        origin === undefined ? undefined : 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
      )
    }
  })

  test('behavior: a header that came twice', async () => {
    const answer = await send(`${stage.url}/api/health`, { headers: { origin: [listed, listed] } })
    expectProblem(answer, 'origin_not_allowed')
  })

  test('behavior: pages of a listed origin can read every error', async () => {
    for (const [method, at] of [
      ['GET', '/api/nothing'],
      ['PUT', '/api/health'],
    ] as const) {
      const answer = await send(stage.url + at, { method, headers: { origin: listed } })
      expect(answer.headers['access-control-allow-origin']).toBe(listed)
    }
  })

  test('behavior: preflight', async () => {
    const answer = await send(`${stage.url}/api/cosign`, {
      method: 'OPTIONS',
      headers: { origin: listed, 'access-control-request-method': 'POST' },
    })
    expect([answer.status, answer.bytes.length]).toEqual([204, 0])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, x-holdfast-address, x-holdfast-timestamp, x-holdfast-signature',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
    expectCommon(answer)
    expect(answer.headers).not.toHaveProperty('content-type')
  })

  test('error: preflight of an unlisted origin', async () => {
    const answer = await send(stage.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    })
    expectProblem(answer, 'origin_not_allowed')
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('behavior: without an origin or a requested method it is not a preflight', async () => {
    expectProblem(
      await send(stage.url + path, { method: 'OPTIONS', headers: { origin: listed } }),
      'method_not_allowed',
    )
    const headers = { 'access-control-request-method': 'POST' }
    expectProblem(await send(stage.url + path, { method: 'OPTIONS', headers }), 'method_not_allowed')
  })

  test.each(['*', 'null', 'https://*.example', 'https://app.example/', 'app.example', 'https://app.example/path', ''])(
    'error: the entry `%s`',
    async (entry) => {
      await expect(startStage({ config: { corsOrigins: [entry] } })).rejects.toThrow('is not an origin')
    },
  )

  test('behavior: an empty list lets no browser in, and this is logged', async () => {
    const closed = await startStage({ config: { corsOrigins: [] } })
    expect(closed.lines.join('')).toContain('CORS_ORIGINS is empty')
    expectProblem(await send(`${closed.url}/api/health`, { headers: { origin: listed } }), 'origin_not_allowed')
    expect((await send(`${closed.url}/api/health`)).status).toBe(200)
    await closed.server.close()
  })
})

describe('bodies', () => {
  test.each([
    [undefined, 415],
    ['text/plain', 415],
    ['application/json', 200],
    ['APPLICATION/JSON; Charset="UTF-8"', 200],
    ['application/json;charset=utf-8', 200],
    ['application/json; charset=latin1', 415],
    ['application/json, text/plain', 415],
    ['application/problem+json', 415],
    ['application/jsonp', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('the media type %s', async (type, status) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await send(`${stage.url}/api/cosign`, { method: 'POST', body: '{"amount":"1"}', headers })
    if (status === 200) expect(answer.status).toBe(200)
    else expectProblem(answer, 'unsupported_media_type')
  })

  test.each(['gzip', 'br', 'identity, gzip', 'deflate'])('error: the content coding %s', async (coding) => {
    const answer = await post(`${stage.url}/api/cosign`, '{"amount":"1"}', { 'content-encoding': coding })
    expectProblem(answer, 'unsupported_media_type')
  })

  test('behavior: identity is not a coding', async () => {
    const answer = await post(`${stage.url}/api/cosign`, '{"amount":"1"}', { 'content-encoding': 'identity' })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['two values', '{"amount":"1"} {}'],
    ['a byte order mark', '\ufeff{"amount":"1"}'],
    ['a key twice', '{"amount":"1","amount":"2"}'],
    ['a key twice, written differently', '{"amount":"1","\\u0061mount":"2"}'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ['9 levels', `{"amount":"1","nested":${'['.repeat(8)}${']'.repeat(8)}}`],
    ['thousands of levels', '['.repeat(8000)],
    ['a trailing comma', '{"amount":"1",}'],
    ['a number without end', '{"amount":1e999}'],
    ['JavaScript', '{amount:1}'],
  ])('error: invalid_json: %s', async (_, text) => {
    expectProblem(await post(`${stage.url}/api/cosign`, text), 'invalid_json')
  })

  test('behavior: 8 levels', async () => {
    const text = `{"amount":"1","nested":${'['.repeat(7)}${']'.repeat(7)}}`
    expect((await post(`${stage.url}/api/cosign`, text)).status).toBe(200)
  })

  test.each([
    ['{}', [{ pointer: '/amount', code: 'required' }]],
    ['[]', [{ pointer: '', code: 'invalid_type' }]],
    ['null', [{ pointer: '', code: 'invalid_type' }]],
    ['{"amount":1}', [{ pointer: '/amount', code: 'invalid_type' }]],
    ['{"amount":"-1"}', [{ pointer: '/amount', code: 'not_text' }]],
    ['{"amount":"1","__proto__":{"a":1}}', [{ pointer: '/__proto__', code: 'unknown_key' }]],
    ['{"amount":"1","a/b~c":1}', [{ pointer: '/a~1b~0c', code: 'unknown_key' }]],
    [`{"amount":"1","${'ab'.repeat(32)}":1}`, [{ pointer: '/…', code: 'unknown_key' }]],
    ['{"amount":"1","ABCD-EFGH-JKMN-PQRS":1}', [{ pointer: '/…', code: 'unknown_key' }]],
  ])('error: invalid_request: %s', async (text, errors) => {
    const answer = await post(`${stage.url}/api/cosign`, text)
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual(errors)
  })

  test('error: at most 10 fields are named', async () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index])))
    const answer = await post(`${stage.url}/api/cosign`, text)
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toHaveLength(10)
  })

  test('error: payload_too_large: announced by its length, and not read', async () => {
    const head = `POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${2 ** 30}\r\n\r\n`
    const raw = await sendRaw(stage.url, `${head}{"amount"`)
    expect(raw).toMatch(/^HTTP\/1\.1 413 /)
    expect(raw).toMatch(/connection: close/i)
    expect(raw).toContain('"code":"payload_too_large"')
    expect(raw.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('error: payload_too_large: chunked', async () => {
    const head =
      'POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const raw = await sendRaw(stage.url, `${head}${`800\r\n${' '.repeat(2048)}\r\n`.repeat(20)}0\r\n\r\n`)
    expect(raw).toMatch(/^HTTP\/1\.1 413 /)
    expect(raw).toMatch(/connection: close/i)
  })

  test('behavior: exactly the limit, with a length and in chunks', async () => {
    const text = `{"amount":"1"}${' '.repeat(8192 - 14)}`
    expect((await post(`${stage.url}/api/cosign`, text)).status).toBe(200)
    expectProblem(await post(`${stage.url}/api/cosign`, `${text} `), 'payload_too_large')
    const head =
      'POST /api/cosign HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const raw = await sendRaw(stage.url, `${head}2000\r\n${text}\r\n0\r\n\r\n`)
    expect(raw).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('error: a GET with a body', async () => {
    const raw = await sendRaw(stage.url, 'GET /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello')
    expect(raw).toMatch(/^HTTP\/1\.1 413 /)
    expect(raw).toMatch(/connection: close/i)
  })

  test('error: request_timeout', async () => {
    const head =
      'POST /api/cosign HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n'
    const raw = await sendRaw(stage.url, `${head}{"amo`)
    expect(raw).toMatch(/^HTTP\/1\.1 408 /)
    expect(raw).toMatch(/connection: close/i)
    expect(raw).toMatch(/access-control-allow-origin: https:\/\/app\.example/i)
    expect(raw).toContain('"code":"request_timeout"')
  })

  test('error: a head that never ends', async () => {
    const raw = await sendRaw(stage.url, 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ')
    expect(raw).toMatch(/^HTTP\/1\.1 408 /)
    expect(raw).toMatch(/connection: close/i)
    expect(raw).toContain('"code":"request_timeout"')
    expect(raw).toMatch(/x-request-id/i)
  })

  test('error: a head that is too large', async () => {
    const raw = await sendRaw(stage.url, `GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(9000)}\r\n\r\n`)
    expect(raw).toMatch(/^HTTP\/1\.1 431 /)
    expect(raw).toMatch(/connection: close/i)
    expect(raw).toMatch(/x-request-id/i)
  })

  test('behavior: a caller that waits for 100 Continue gets it', async () => {
    const head =
      'POST /api/cosign HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n'
    const raw = await sendRaw(stage.url, `${head}{"amount":"1"}`)
    expect(raw).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
    const refused = await sendRaw(stage.url, head.replace('application/json', 'text/plain'))
    expect(refused).toMatch(/^HTTP\/1\.1 415 /)
  })

  test('behavior: a refusal before the body leaves the connection usable', async () => {
    const refused = 'POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello'
    const raw = await sendRaw(stage.url, `${refused}GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200'])
  })

  test('behavior: a caller that disconnects in the middle leaves nothing behind', async () => {
    const head =
      'POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"a'
    await sendRaw(stage.url, head, { endAfterMs: 50 })
    await expect.poll(() => stage.server.sizes).toMatchObject({ open: 0, working: 0 })
  })
})

describe('ambiguous heads', () => {
  const rest = 'Content-Type: application/json\r\n'
  test.each([
    [
      'two lengths',
      `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      400,
    ],
    ['a list of lengths', `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Content-Length: 5, 5\r\n\r\nhello`, 400],
    ['a signed length', `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Content-Length: +5\r\n\r\nhello`, 400],
    [
      'a length and chunks',
      `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'an unknown coding',
      `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'two codings',
      `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      415,
    ],
    ['a folded header', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n', 400],
    ['a space before the colon', 'GET /api/health HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['a bare line feed', 'GET /api/health HTTP/1.1\nHost: x\n\n', 400],
    ['no host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['two media types', `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}${rest}Content-Length: 2\r\n\r\n{}`, 400],
    ['another protocol', 'GET /api/health HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const raw = await sendRaw(stage.url, bytes)
    expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(raw).toMatch(/connection: close/i)
    expect(raw).toMatch(/x-request-id/i)
    expect(raw.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
  })

  test('behavior: malformed bytes after a complete request do not discard its answer', async () => {
    const gate = deferred<RouteAnswer>()
    const one = await startStage({
      routes: [{ ...(dummyRoutes()[0] as Route), deadlineMs: 5000, handle: () => gate.promise }],
    })
    const raw = sendRaw(one.url, 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n\x00garbage\r\n\r\n')
    await expect.poll(() => one.server.sizes.working).toBe(1)
    gate.resolve({ status: 200, body: { ok: true } })
    expect((await raw).match(/HTTP\/1\.1 \d+|connection: \w+/gi)).toEqual(['HTTP/1.1 200', 'Connection: close'])
    await one.server.close()
  })

  test('behavior: malformed chunks', async () => {
    const raw = await sendRaw(
      stage.url,
      `POST /api/cosign HTTP/1.1\r\nHost: x\r\n${rest}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    )
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    await expect.poll(() => stage.server.sizes).toMatchObject({ open: 0, working: 0 })
  })

  test('behavior: another header of four letters is not taken for a host', async () => {
    const raw = await sendRaw(stage.url, 'GET /api/health HTTP/1.1\r\nHost: x\r\nFrom: y\r\nConnection: close\r\n\r\n')
    expect(raw).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('behavior: HTTP/1.0 without a host', async () => {
    expect(await sendRaw(stage.url, 'GET /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('signed requests', () => {
  type Changes = { path?: string; body?: string | Uint8Array; timestamp?: number }
  const sign = (changes: Changes = {}) =>
    signRequest(changes.path ?? path, changes.body ?? body, {
      account,
      timestamp: changes.timestamp ?? stage.now(),
    })
  const [address, timestamp, signature] = ['X-Holdfast-Address', 'X-Holdfast-Timestamp', 'X-Holdfast-Signature']

  test('error: signature_required', async () => {
    for (const missing of [address, timestamp, signature] as const) {
      const headers = await sign()
      delete headers[missing]
      const answer = await post(stage.url + path, body, headers)
      expectProblem(answer, 'signature_required')
      expect(answer.headers['www-authenticate']).toBe('EIP191 realm="api"')
    }
  })

  test.each([
    ['a short address', { [address]: '0x12' }],
    ['an address without a prefix', { [address]: '2'.repeat(40) }],
    ['two addresses', { [address]: `${account.address}, ${account.address}` }],
    ['seconds', { [timestamp]: '1790000000' }],
    ['a leading zero', { [timestamp]: '01790000000000' }],
    ['an unsafe time', { [timestamp]: '9999999999999999' }],
    ['a time with a sign', { [timestamp]: '+1790000000000' }],
    ['a time with a fraction', { [timestamp]: '1790000000000.0' }],
    ['a short signature', { [signature]: '0x1234' }],
    ['a compact signature', { [signature]: `0x${'1'.repeat(128)}` }],
    ['v 29', { [signature]: `0x${'1'.repeat(128)}1d` }],
    ['v 2', { [signature]: `0x${'1'.repeat(128)}02` }],
    ['r zero', { [signature]: `0x${'0'.repeat(64)}${'1'.repeat(64)}1b` }],
    ['s zero', { [signature]: `0x${'1'.repeat(64)}${'0'.repeat(64)}1b` }],
    ['r out of range', { [signature]: `0x${'f'.repeat(64)}${'1'.repeat(64)}1b` }],
    ['s in the upper half', { [signature]: `0x${'1'.repeat(64)}${'8'.repeat(64)}1b` }],
    ['an empty signature', { [signature]: '' }],
  ])('error: signature_malformed: %s', async (_, wrong) => {
    const answer = await post(stage.url + path, body, { ...(await sign()), ...wrong })
    expectProblem(answer, 'signature_malformed')
    expect(answer.headers['www-authenticate']).toBe('EIP191 realm="api"')
  })

  test('error: signature_malformed: a header that came twice', async () => {
    const headers = await sign()
    for (const name of [address, timestamp, signature] as const) {
      const answer = await send(stage.url + path, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json', [name]: [headers[name] ?? '', headers[name] ?? ''] },
      })
      expectProblem(answer, 'signature_malformed')
    }
  })

  test.each([-121_000, 121_000])('error: timestamp_out_of_window: %d', async (offset) => {
    const answer = await post(stage.url + path, body, await sign({ timestamp: stage.now() + offset }))
    expectProblem(answer, 'timestamp_out_of_window')
    expect(answer.body.maxSkewMs).toBe(120_000)
    expect(Math.abs(answer.body.serverTime - stage.now())).toBeLessThan(60_000)
  })

  test.each([-119_000, 115_000])('behavior: within the window: %d', async (offset) => {
    expect((await post(stage.url + path, body, await sign({ timestamp: stage.now() + offset }))).status).toBe(200)
  })

  test('error: signature_invalid', async () => {
    const headers = await sign()
    const other = privateKeyToAccount(`0x${'3'.repeat(64)}`)
    for (const [text, wrong] of [
      ['{"to": "0x01"}', {}],
      [`${body} `, {}],
      [body, { [address]: other.address }],
      [body, { [timestamp]: String(stage.now() + 1000) }],
      [body, await sign({ path: '/api/relay/create' })],
      [body, { [signature]: `0x${'1'.repeat(128)}1b` }],
    ] as const) {
      const answer = await post(stage.url + path, text, { ...headers, ...wrong })
      expectProblem(answer, 'signature_invalid')
      expect(answer.headers['www-authenticate']).toBe('EIP191 realm="api"')
      expect(answer.headers['ratelimit-policy']).not.toContain('addr-day')
    }
  })

  test('behavior: the signer is the same for any letter case and form of v', async () => {
    const headers = await sign()
    const given = headers[signature] ?? ''
    const variants = [
      given,
      `${given.slice(0, -2)}${given.endsWith('1b') ? '00' : '01'}`,
      `0x${given.slice(2).toUpperCase()}`,
    ]
    const answers = await Promise.all(
      variants.flatMap((variant) =>
        [account.address, account.address.toLowerCase(), `0x${account.address.slice(2).toUpperCase()}`].map((who) =>
          post(stage.url + path, body, { ...headers, [signature]: variant, [address]: who }),
        ),
      ),
    )
    expect(new Set(answers.map(({ body: { signer, digest } }) => `${signer} ${digest}`)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test('error: a query is not covered by the signature', async () => {
    expectProblem(await post(`${stage.url}${path}?a=1`, body, await sign()), 'invalid_request')
  })

  test('behavior: bytes are hashed as they arrived', async () => {
    const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)
    expectProblem(await post(stage.url + path, bytes, await sign({ body: bytes })), 'invalid_json')
    const decoded = new TextDecoder().decode(bytes)
    expectProblem(await post(stage.url + path, bytes, await sign({ body: decoded })), 'signature_invalid')
    const marked = `\ufeff${body}`
    expectProblem(await post(stage.url + path, marked, await sign({ body: marked })), 'invalid_json')
    expectProblem(await post(stage.url + path, marked, await sign()), 'signature_invalid')
  })

  test('behavior: an empty body is hashed as zero bytes, and fails later', async () => {
    expectProblem(await post(stage.url + path, '', await sign({ body: '' })), 'invalid_json')
    expectProblem(await post(stage.url + path, '', await sign({ body: '{}' })), 'signature_invalid')
  })

  test('behavior: a body of hex text is text', async () => {
    expectProblem(
      await post(stage.url + path, '0x1234', await sign({ body: Uint8Array.of(0x12, 0x34) })),
      'signature_invalid',
    )
    expectProblem(await post(stage.url + path, '0x1234', await sign({ body: '0x1234' })), 'invalid_json')
  })

  test('behavior: the prefix that a proxy strips is signed', async () => {
    const prefixed = await startStage({ config: { publicPathPrefix: '/pay/v1.0' } })
    const headers = await signRequest(`/pay/v1.0${path}`, body, { account })
    expect((await post(prefixed.url + path, body, headers)).status).toBe(200)
    expectProblem(await post(prefixed.url + path, body, await sign()), 'signature_invalid')
    await prefixed.server.close()
  })

  test.each(['pay', '/pay/', '/', '/a//b', '/../a', '/%61'])('error: the prefix `%s`', async (publicPathPrefix) => {
    await expect(startStage({ config: { publicPathPrefix } })).rejects.toThrow('is not a path')
  })

  test('behavior: the schema is checked after the signature', async () => {
    expectProblem(await post(stage.url + path, '{"to":1}', await sign()), 'signature_invalid')
    expectProblem(await post(stage.url + path, '{"to":1}', await sign({ body: '{"to":1}' })), 'invalid_request')
  })

  test('behavior: refusals are counted by their code', async () => {
    const text = await stage.metrics.registry.metrics()
    for (const code of ['signature_required', 'signature_malformed', 'timestamp_out_of_window', 'signature_invalid'])
      expect(text).toMatch(new RegExp(`holdfast_auth_failures_total\\{code="${code}"\\} [1-9]`))
  })
})

describe('windows', () => {
  test('error: rate_limited, by class and network', async () => {
    const small = await startStage({
      limits: { perMinute: { read: 100, health: 3, cosign: 100, signed: 100, investigate: 100 } },
    })
    const ask = (from: string) => send(`${small.url}/api/health`, { headers: { 'x-forwarded-for': from } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('203.0.113.7')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(7)
    for (const answer of refused) {
      expectProblem(answer, 'rate_limited')
      expect(answer.body['violated-policies']).toEqual(['ip'])
      expect(Number(answer.headers['retry-after'])).toBe(answer.body.retryAfterSeconds)
      const [, wait] = /^"ip";r=0;t=([0-9]+)$/.exec(answer.headers.ratelimit ?? '') ?? []
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(Number(wait))
    }
    expect((await ask('203.0.113.8')).status).toBe(200)
    const other = await send(`${small.url}/api/announcements`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(other.status).toBe(200)
    await small.server.close()
  })

  test('behavior: preflights count', async () => {
    const small = await startStage({
      limits: { perMinute: { read: 1, health: 1, cosign: 1, signed: 2, investigate: 1 } },
    })
    const preflight = () =>
      send(small.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
      })
    expect((await preflight()).status).toBe(204)
    expect((await preflight()).status).toBe(204)
    expectProblem(await preflight(), 'rate_limited')
    await small.server.close()
  })

  test('behavior: instances share a limit', async () => {
    const shared = await startStage({
      config: { instances: 4 },
      limits: { perMinute: { read: 8, health: 8, cosign: 8, signed: 8, investigate: 8 } },
    })
    const answer = await send(`${shared.url}/api/health`)
    expect(answer.headers['ratelimit-policy']).toBe('"ip";q=2;w=60')
    await shared.server.close()
  })

  test('behavior: one client floods, the other is served', async () => {
    const small = await startStage({
      limits: { perMinute: { read: 50, health: 50, cosign: 50, signed: 50, investigate: 50 } },
      server: { tarpitMs: 20 },
    })
    const ask = (from: string) => send(`${small.url}/api/health`, { headers: { 'x-forwarded-for': from } })
    const flood = Promise.all(Array.from({ length: 500 }, () => ask('203.0.113.7')))
    const calm = []
    for (let index = 0; index < 50; index++) calm.push((await ask('198.51.100.1')).status)
    expect(calm.every((status) => status === 200)).toBe(true)
    const statuses = (await flood).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(450)
    await expect.poll(() => small.server.sizes).toMatchObject({ open: 0, delayed: 0, networks: 2 })
    await small.server.close()
  })
})

describe('handlers', () => {
  const routeOf = (handle: () => Promise<RouteAnswer>, more: object = {}) => [
    defineRoute({
      method: 'GET',
      path: '/api/health',
      window: 'health',
      signed: false,
      deadlineMs: 100,
      summary: '',
      responses: { 200: answer(okSchema) },
      handle,
      ...more,
    }),
  ]
  const answerOf = async (handle: () => Promise<RouteAnswer>, more: object = {}) => {
    const one = await startStage({ routes: routeOf(handle, more), server: { checkAnswers: true } })
    const answer = await send(`${one.url}/api/health`)
    await one.server.close()
    return { answer, lines: one.lines.join('') }
  }

  test('error: upstream_timeout, and the handler is aborted', async () => {
    let reason: unknown
    const { answer } = await answerOf(() => new Promise(() => {}), {
      handle: ({ signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason
            reject(new Error('too late'))
          })
        }),
    })
    expectProblem(answer, 'upstream_timeout')
    expect(reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('error: internal_error does not reveal the error', async () => {
    const secret = `0x${'ab'.repeat(32)}`
    const { answer, lines } = await answerOf(async () => {
      throw new TypeError(`https://rpc.example/v1/key ${secret}`)
    })
    expectProblem(answer, 'internal_error')
    for (const text of [answer.bytes.toString(), lines]) {
      expect(text).not.toContain('rpc.example')
      expect(text).not.toContain(secret)
      expect(text).not.toContain('at ')
    }
    expect(lines).toContain('"error":"TypeError"')
    expect(lines).toMatch(/"place":"createHttpServer\.test\.ts:[0-9]+"/)
  })

  test('error: upstream_unavailable, from the cause', async () => {
    const { answer } = await answerOf(async () => {
      throw new Error('outer', { cause: new EndpointError('HttpRequestError', 'x') })
    })
    expectProblem(answer, 'upstream_unavailable')
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.body.retryAfterSeconds).toBe(5)
  })

  test('error: an error thrown before a promise is returned', async () => {
    const { answer } = await answerOf((() => {
      throw new Error('x')
    }) as never)
    expectProblem(answer, 'internal_error')
  })

  test('error: an answer that does not match its schema', async () => {
    const { answer } = await answerOf(async () => ({ status: 200, body: { ok: 1n } }))
    expectProblem(answer, 'internal_error')
  })

  test('error: not_configured', async () => {
    const { answer } = await answerOf(async () => ({ status: 200, body: { ok: true } }), {
      unavailable: () => 'not_configured',
    })
    expectProblem(answer, 'not_configured')
    expect(answer.headers).not.toHaveProperty('retry-after')
  })

  test('error: quota_exceeded, with a spread and without the global pool', async () => {
    const { answer } = await answerOf(async () => ({
      problem: 'quota_exceeded',
      retryAfterSeconds: 1000,
      violated: ['global', 'addr-day'],
    }))
    expectProblem(answer, 'quota_exceeded')
    expect(answer.body.detail).toBe('daily quota exceeded')
    expect(answer.body['violated-policies']).toEqual(['addr-day'])
    const wait = Number(answer.headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1000)
    expect(wait).toBeLessThanOrEqual(1030)
  })

  test.each([
    'foreign_cosigner',
    'invalid_mode',
    'expiry_in_past',
    'box_not_found',
    'recipient_not_eligible',
    'signature_replayed',
    'operation_conflict',
    'relayer_depleted',
    'fee_ceiling',
    'recovering',
  ] as const)('error: %s', async (problem) => {
    const { answer } = await answerOf(async () => ({ problem }))
    expectProblem(answer, problem)
    expect('retry-after' in answer.headers).toBe(PROBLEMS[problem].status === 503)
    expect('www-authenticate' in answer.headers).toBe(PROBLEMS[problem].status === 401)
  })

  test('behavior: fields that only the handler can find invalid', async () => {
    const errors = [{ pointer: '/chainId', code: 'unknown_chain' }]
    const { answer } = await answerOf(async () => ({ problem: 'invalid_request', errors }))
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual(errors)
  })

  test('behavior: a handler cannot set headers of the server', async () => {
    const { answer } = await answerOf(async () => ({
      status: 200,
      body: { ok: true },
      headers: { 'Access-Control-Allow-Origin': '*', 'Set-Cookie': 'a=b', Server: 'x', 'X-Request-Id': 'mine' },
    }))
    for (const none of ['access-control-allow-origin', 'set-cookie', 'server'])
      expect(answer.headers).not.toHaveProperty(none)
    expect(answer.headers['x-request-id']).not.toBe('mine')
  })

  test('behavior: a disconnecting caller aborts the handler', async () => {
    const told = deferred<string>()
    const one = await startStage({
      routes: routeOf(async () => ({ status: 200, body: { ok: true } }), {
        deadlineMs: 5000,
        handle: ({ signal }: { signal: AbortSignal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              told.resolve(signal.reason.name)
              reject(signal.reason)
            })
          }),
      }),
    })
    await sendRaw(one.url, 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n', { endAfterMs: 50 })
    expect(await told.promise).toBe('AbortError')
    await expect.poll(() => one.server.sizes).toMatchObject({ open: 0, working: 0 })
    await one.server.close()
  })

  test('error: overloaded', async () => {
    const gate = deferred<RouteAnswer>()
    const one = await startStage({
      routes: routeOf(() => gate.promise, { deadlineMs: 5000 }),
      limits: { inFlight: 2 },
    })
    const busy = [send(`${one.url}/api/health`), send(`${one.url}/api/health`)]
    await expect.poll(() => one.server.sizes.working).toBe(2)
    const answer = await send(`${one.url}/api/health`)
    expectProblem(answer, 'overloaded')
    expect(answer.headers['retry-after']).toBe('1')
    gate.resolve({ status: 200, body: { ok: true } })
    expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([200, 200])
    expect((await send(`${one.url}/api/health`)).status).toBe(200)
    await one.server.close()
  })

  test('behavior: one network cannot take every place', async () => {
    const gate = deferred<RouteAnswer>()
    const one = await startStage({
      routes: routeOf(() => gate.promise, { deadlineMs: 5000 }),
      limits: { inFlight: 8, networkSharePercent: 25 },
    })
    const ask = (from: string) => send(`${one.url}/api/health`, { headers: { 'x-forwarded-for': from } })
    const busy = [ask('203.0.113.7'), ask('203.0.113.7')]
    await expect.poll(() => one.server.sizes.working).toBe(2)
    const flood = await Promise.all(Array.from({ length: 20 }, () => ask('203.0.113.7')))
    for (const answer of flood) {
      expectProblem(answer, 'rate_limited')
      expect(answer.headers['retry-after']).toBe('1')
      expect(answer.body).not.toHaveProperty('violated-policies')
    }
    // Neither another network nor the machine itself is affected.
    busy.push(ask('198.51.100.1'), ...Array.from({ length: 5 }, () => send(`${one.url}/api/health`)))
    await expect.poll(() => one.server.sizes.working).toBe(8)
    gate.resolve({ status: 200, body: { ok: true } })
    for (const { status } of await Promise.all(busy)) expect(status).toBe(200)
    expect((await ask('203.0.113.7')).status).toBe(200)
    expect(await one.metrics.registry.metrics()).toContain('holdfast_rate_limited_total{policy="in-flight"} 20')
    await one.server.close()
  })

  test('behavior: the networks of one /48 cannot take every place', async () => {
    const gate = deferred<RouteAnswer>()
    const one = await startStage({
      routes: routeOf(() => gate.promise, { deadlineMs: 5000 }),
      limits: { inFlight: 8, networkSharePercent: 25 },
    })
    const ask = (from: string) => send(`${one.url}/api/health`, { headers: { 'x-forwarded-for': from } })
    const busy = [1, 2, 3, 4].map((subnet) => ask(`2001:db8:7:${subnet}00::1`))
    await expect.poll(() => one.server.sizes.working).toBe(4)
    expectProblem(await ask('2001:db8:7:500::1'), 'rate_limited')
    busy.push(ask('2001:db8:8::1'))
    await expect.poll(() => one.server.sizes.working).toBe(5)
    gate.resolve({ status: 200, body: { ok: true } })
    for (const { status } of await Promise.all(busy)) expect(status).toBe(200)
    await one.server.close()
  })

  test('behavior: a route that answers at once needs no place, and keeps its rate limit', async () => {
    const gate = deferred<RouteAnswer>()
    const slow = { path: '/api/announcements' as const, window: 'read' as const, deadlineMs: 5000 }
    const one = await startStage({
      routes: [
        ...routeOf(async () => ({ status: 200, body: { ok: true } }), { answersAtOnce: true }),
        ...routeOf(() => gate.promise, slow),
      ],
      limits: { inFlight: 4, perMinute: { read: 1e6, health: 3, cosign: 1, signed: 1, investigate: 1 } },
    })
    const ask = (at: string, from: string) => send(one.url + at, { headers: { 'x-forwarded-for': from } })
    const networks = Array.from({ length: 4 }, (_, index) => `203.0.113.${index}`)
    const busy = networks.map((from) => ask('/api/announcements', from))
    await expect.poll(() => one.server.sizes.working).toBe(4)
    expectProblem(await ask('/api/announcements', '198.51.100.1'), 'overloaded')
    expectProblem(await ask('/api/nothing', '198.51.100.1'), 'overloaded')
    const unknown = await send(`${one.url}/api/health`, { method: 'POST' })
    expectProblem(unknown, 'overloaded')
    for (const from of ['203.0.113.0', '198.51.100.1']) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => ask('/api/health', from)))
      expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { ok: true }]))
      expectProblem(await ask('/api/health', from), 'rate_limited')
    }
    expect((await send(`${one.url}/api/health`, { method: 'HEAD' })).status).toBe(200)
    expect(one.server.sizes.working).toBe(4)
    gate.resolve({ status: 200, body: { ok: true } })
    for (const { status } of await Promise.all(busy)) expect(status).toBe(200)
    expect(await one.metrics.registry.metrics()).toContain('http_in_flight_requests{route="/api/health"} 0')
    await one.server.close()
  })

  test('behavior: callers that send slowly occupy no place', async () => {
    const one = await startStage({ limits: { inFlight: 2 }, server: { bodyTimeoutMs: 1000 } })
    const head = 'POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{'
    const slow = Array.from({ length: 20 }, () => sendRaw(one.url, head))
    await expect.poll(() => one.server.sizes.open).toBe(20)
    expect((await send(`${one.url}/api/health`)).status).toBe(200)
    for (const raw of await Promise.all(slow)) expect(raw).toMatch(/^HTTP\/1\.1 408 /)
    await one.server.close()
  })
})

describe('close', () => {
  test('default: finishes requests in progress, refuses new ones', async () => {
    const gate = deferred<RouteAnswer>()
    const one = await startStage({
      routes: [
        { ...(dummyRoutes()[0] as Route), deadlineMs: 10_000, handle: () => gate.promise },
        ...dummyRoutes().slice(1),
      ],
      server: { drainDelayMs: 100 },
    })
    expect(one.server.isDraining).toBe(false)
    const { Agent, request } = await import('node:http')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (at: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined; text: string }>((resolve, reject) => {
        const sent = request(one.url + at, { agent }, (response) => {
          let text = ''
          response.on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () =>
            resolve({ status: response.statusCode, connection: response.headers.connection, text }),
          )
        })
        sent.on('error', reject)
        sent.end()
      })
    expect((await get('/api/cosign')).status).toBe(200)
    const busy = send(`${one.url}/api/health`)
    await expect.poll(() => one.server.sizes.working).toBe(1)
    const closed = one.server.close()
    expect(one.server.isDraining).toBe(true)
    // Still served: a proxy must notice first.
    expect((await get('/api/cosign')).status).toBe(200)
    let refused = await get('/api/cosign')
    while (refused.status === 200) refused = await get('/api/cosign')
    expect([refused.status, refused.connection]).toEqual([503, 'close'])
    expect(refused.text).toContain('"code":"shutting_down"')
    await expect(send(`${one.url}/api/cosign`)).rejects.toThrow('ECONNREFUSED')
    gate.resolve({ status: 200, body: { ok: true } })
    const finished = await busy
    expect([finished.status, finished.headers.connection]).toEqual([200, 'close'])
    expect(await closed).toBe(true)
    agent.destroy()
  })

  test('behavior: a request that never ends is cut off', async () => {
    const one = await startStage({
      routes: [{ ...(dummyRoutes()[0] as Route), deadlineMs: 60_000, handle: () => new Promise(() => {}) }],
      server: { drainTimeoutMs: 100 },
    })
    const busy = send(`${one.url}/api/health`)
    busy.catch(() => {})
    await expect.poll(() => one.server.sizes.working).toBe(1)
    expect(await one.server.close()).toBe(false)
    await expect(busy).rejects.toThrow()
    await expect.poll(() => one.server.sizes.open).toBe(0)
  })

  test('behavior: connections beyond the limit are dropped, and counted', async () => {
    const one = await startStage({ limits: { connections: 2 } })
    const head = 'POST /api/cosign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{'
    const held = [sendRaw(one.url, head, { endAfterMs: 500 }), sendRaw(one.url, head, { endAfterMs: 500 })]
    await expect.poll(() => one.server.sizes.open).toBe(2)
    await expect(send(`${one.url}/api/health`)).rejects.toThrow()
    await Promise.all(held)
    await expect.poll(async () => (await send(`${one.url}/api/health`)).status).toBe(200)
    expect(await one.metrics.registry.metrics()).toMatch(/holdfast_http_dropped_connections_total [1-9]/)
    await one.server.close()
  })

  test('behavior: can be closed twice, and without having listened', async () => {
    const one = await startStage()
    await Promise.all([one.server.close(), one.server.close()])
  })
})

test('error: two routes with one method and path', async () => {
  await expect(startStage({ routes: [...dummyRoutes(), ...dummyRoutes()] })).rejects.toThrow('is defined twice')
})

test('behavior: one log line per request', async () => {
  const one = await startStage({
    routes: dummyRoutes().map((route) =>
      route.path === '/api/cosign' && route.method === 'GET'
        ? {
            ...route,
            handle: async (request) => {
              request.noteJob('0b2a0d60-2b66-4f37-8f6b-3c7d8f6f4a11')
              return route.handle(request)
            },
          }
        : route,
    ),
  })
  await send(`${one.url}/api/health`, { headers: { 'x-request-id': 'request-one' } })
  await send(`${one.url}/api/nothing`, { headers: { 'x-request-id': 'request-two' } })
  await send(`${one.url}/api/cosign`)
  await expect.poll(() => one.lines.length).toBe(3)
  expect(one.lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      msg: 'request',
      requestId: 'request-one',
      method: 'GET',
      route: '/api/health',
      status: 200,
      durationMs: expect.any(Number),
    },
    expect.objectContaining({ requestId: 'request-two', route: 'none', status: 404, code: 'not_found' }),
    expect.objectContaining({ route: '/api/cosign', status: 200, jobId: '0b2a0d60-2b66-4f37-8f6b-3c7d8f6f4a11' }),
  ])
  const text = await one.metrics.registry.metrics()
  expect(text).toContain('holdfast_http_requests_total{route="/api/health",method="GET",status="200"} 1')
  expect(text).toContain('holdfast_http_in_flight_requests{route="/api/health"} 0')
  await one.server.close()
})

function deferred<value>() {
  let resolve: (value: value) => void = () => {}
  const promise = new Promise<value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
