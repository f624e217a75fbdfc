import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IssuerUnavailableError } from '../../errors/issuer.js'
import { askIssuer, type IssuerQuestion } from './askIssuer.js'
import { clearIssuerState } from './pace.js'

type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
type Answer = (request: IncomingMessage, response: ServerResponse) => void

let seen: Seen[]
let answers: Answer[]
const held: ServerResponse[] = []

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  seen.push({
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  })
  // The last answer is repeated.
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  answer?.(request, response)
})
let apiUrl: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/issuer`
})
beforeEach(() => {
  seen = []
  answers = [json({ ok: 1 })]
})
afterEach(() => {
  for (const response of held.splice(0)) response.destroy()
  clearIssuerState()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const text =
  (body: string, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(body)
const hang: Answer = (_, response) => held.push(response)
const reset: Answer = (request) => request.socket.destroy()

const read: IssuerQuestion<number> = {
  attempted: 'reading a number',
  path: '/v1/number?of=7',
  decode: (body) => {
    const { ok } = body as { ok?: unknown }
    if (typeof ok !== 'number') throw new Error('none')
    return ok
  },
}
const write: IssuerQuestion<number> = { ...read, attempted: 'writing', path: '/v1/write', body: '[{"value":"1"}]' }

const ask = (question: IssuerQuestion<number>, options: Parameters<typeof askIssuer>[2] = {}) =>
  askIssuer('http://192.0.2.1', question, { apiUrl, ...options })

describe('a question', () => {
  test('default', async () => {
    expect(await ask(read)).toBe(1)
    expect(seen).toMatchObject([{ method: 'GET', path: '/issuer/v1/number?of=7', body: '' }])
    expect(seen[0]?.headers['content-type']).toBeUndefined()
  })

  test('parameter: body', async () => {
    expect(await ask(write)).toBe(1)
    expect(seen).toMatchObject([{ method: 'POST', path: '/issuer/v1/write', body: '[{"value":"1"}]' }])
    expect(seen[0]?.headers['content-type']).toBe('application/json')
  })

  test('parameter: fetchImpl, which is shown the URL and the headers that the service lets a browser send', async () => {
    const calls: [string, RequestInit | undefined][] = []
    const fetchImpl: typeof fetch = async (input, init) => {
      calls.push([String(input), init])
      return new Response('{"ok":2}')
    }
    expect(await askIssuer('https://issuer.example', read, { fetchImpl })).toBe(2)
    expect(await askIssuer('https://issuer.example', write, { fetchImpl })).toBe(2)
    expect(calls.map(([url]) => url)).toEqual([
      'https://issuer.example/v1/number?of=7',
      'https://issuer.example/v1/write',
    ])
    expect(calls.map(([, init]) => Object.keys(init?.headers ?? {}))).toEqual([['accept'], ['accept', 'content-type']])
  })

  test('parameter: alsoAnswers', async () => {
    answers = [json({ ok: 3 }, 404)]
    expect(await ask({ ...read, alsoAnswers: [404] })).toBe(3)
    await expect(ask(read)).rejects.toMatchObject({ name: 'IssuerRefusedError', status: 404 })
  })

  test.each(['ftp://a', 'https://user:hunter2@a', 'https://a?b', 'nonsense'])('error: apiUrl %s', async (url) => {
    const error = await ask(read, { apiUrl: url }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'InvalidInputError', parameter: 'apiUrl' })
    expect(String(error)).not.toContain('hunter2')
    expect(seen).toEqual([])
  })
})

describe('a refusal', () => {
  test.each([
    [{ code: 400, message: 'Bad request.' }, 'Bad request.'],
    [
      { message: 'Cannot re-attest.', error: 'Message is already finalized.' },
      'Cannot re-attest. Message is already finalized.',
    ],
    [{ success: false, message: 'why '.repeat(200) }, 'why '.repeat(125)],
    [['nonsense'], ''],
  ])('is final and in the issuer’s words: %j', async (body, reason) => {
    answers = [json(body, 400)]
    await expect(ask(read)).rejects.toMatchObject({ name: 'IssuerRefusedError', status: 400, reason })
    expect(seen).toHaveLength(1)
  })
})

describe('a failure', () => {
  const failures: [string, Answer, string][] = [
    ['a broken connection', reset, 'unreachable'],
    ['a fault of the service', json({ message: 'oops' }, 503), 'failing'],
    ['no answer', hang, 'timeout'],
  ]

  test.each(failures)('%s is passed over when the question is only read', async (_, failure) => {
    answers = [failure, json({ ok: 4 })]
    expect(await ask(read, { requestTimeoutMs: 200 })).toBe(4)
    expect(seen).toHaveLength(2)
  })

  test.each(failures)('%s that lasts is reported', async (_, failure, reason) => {
    answers = [failure]
    await expect(ask(read, { requestTimeoutMs: 100 })).rejects.toMatchObject({ name: 'IssuerUnavailableError', reason })
    expect(seen).toHaveLength(3)
  })

  test.each(failures)('%s is not answered with a second write', async (_, failure, reason) => {
    answers = [failure, json({ ok: 4 })]
    await expect(ask(write, { requestTimeoutMs: 100 })).rejects.toMatchObject({ reason })
    expect(seen).toHaveLength(1)
  })

  test.each<[string, Answer, string]>([
    ['no JSON', text('<html>'), 'garbled'],
    ['JSON of another form', json({ ok: 'one' }), 'garbled'],
    ['too much', text(`"${'x'.repeat(600_000)}"`), 'too_large'],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(), 'redirected'],
  ])('%s is not asked for again', async (_, answer, reason) => {
    answers = [answer]
    await expect(ask(read)).rejects.toMatchObject({ name: 'IssuerUnavailableError', reason })
    expect(seen).toHaveLength(1)
  })

  test('behavior: an answer that comes after the time is over changes nothing', async () => {
    answers = [hang]
    const failure = await ask(write, { requestTimeoutMs: 50 }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: 'timeout' })
    answers = [json({ ok: 5 })]
    for (const response of held.splice(0)) response.writeHead(429).end()
    expect(await ask(read)).toBe(5)
  })

  test('parameter: signal', async () => {
    answers = [hang]
    const controller = new AbortController()
    const asking = ask(read, { signal: controller.signal })
    controller.abort(new Error('closed'))
    await expect(asking).rejects.toThrow('closed')
    await expect(ask(read, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  })
})

describe('a host that is asked too often', () => {
  test('behavior: is left alone by everything in this process, reads and writes', async () => {
    answers = [json({ message: 'Too many requests' }, 429, { 'retry-after': '60' })]
    const first = await ask(read).catch((error: unknown) => error)
    expect(first).toMatchObject({ reason: 'rate_limited', status: 429 })
    answers = [json({ ok: 1 })]
    for (const question of [read, write]) {
      const error = await ask(question).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(IssuerUnavailableError)
      expect(error).toMatchObject({ reason: 'rate_limited', retryAfterMs: expect.any(Number) })
    }
    expect(seen).toHaveLength(1)
    clearIssuerState()
    expect(await ask(read)).toBe(1)
  })
})
