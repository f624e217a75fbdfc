import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { startDeadline } from '../deadline.js'
import { errorResponse } from '../messages/messages.js'
import { createUpstream, type Upstream } from '../node/createUpstream.js'
import type { Answers } from './createAnswers.js'
import { createForwarder, type Reply } from './createForwarder.js'

type Handler = (body: string, response: ServerResponse, request: IncomingMessage) => void

let bodies: string[] = []
let handle: Handler
const server: Server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    bodies.push(body)
    handle(body, response, request)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const upstreams: Upstream[] = []
const open = (options: Partial<Parameters<typeof createUpstream>[1]> = {}, at = url) => {
  const upstream = createUpstream(at, { connections: 4, timeoutMs: 2_000, maxBytes: 1_000_000, ...options })
  upstreams.push(upstream)
  return upstream
}
const refuseByName: Answers = async ({ id, method }) =>
  method === 'refused' ? { response: errorResponse(id, { code: 3, message: 'no' }) } : undefined
const refusing = createForwarder({
  upstream: open(),
  maxBatch: 5,
  answer: refuseByName,
})
const ask = async (text: string | Uint8Array, forward = refusing, verdictMs = 120_000) => {
  const deadline = startDeadline(verdictMs)
  const reply = await forward(typeof text === 'string' ? Buffer.from(text) : text, '', deadline)
  return { ...reply, text: Buffer.from(reply.body).toString() }
}

/** Answers as a node does, in the order of the batch. */
const echo: Handler = (body, response) => {
  const asked = JSON.parse(body)
  const answer = ({ id, method, params }: { id?: unknown; method: string; params?: unknown }) =>
    id === undefined ? [] : [{ jsonrpc: '2.0', id, result: [method, params] }]
  const answers = [asked].flat().flatMap(answer)
  response.setHeader('content-type', 'application/json')
  response.end(answers.length === 0 ? '' : JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
}

beforeEach(() => {
  bodies = []
  handle = echo
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await Promise.all(upstreams.map((upstream) => upstream.close()))
})

const mixed = '[{"id":1,"method":"m"},{"id":2,"method":"refused"}]'
const onlyRefused = [
  { id: 1, error: { code: -32603 } },
  { id: 2, error: { code: 3 } },
]

test('a refusal in a batch does not wait for the node longer than a client does', async () => {
  handle = () => undefined
  const forward = createForwarder({
    upstream: open({ timeoutMs: 600_000 }),
    maxBatch: 5,
    answer: refuseByName,
  })
  const { text } = await ask(mixed, forward, 1)
  expect(JSON.parse(text)).toMatchObject(onlyRefused)
})

test('a refusal in a batch has no answers beside it that are longer than a client reads', async () => {
  handle = (body, response) =>
    void response.end(JSON.stringify(JSON.parse(body).map(({ id }: { id: 1 }) => ({ id, result: 'x'.repeat(9e6) }))))
  const forward = createForwarder({
    upstream: open({ maxBytes: 2e7, timeoutMs: 600_000 }),
    maxBatch: 5,
    answer: refuseByName,
  })
  expect(JSON.parse((await ask(mixed, forward)).text)).toMatchObject(onlyRefused)
  expect((await ask('[{"id":1,"method":"m"}]', forward)).text.length).toBeGreaterThan(9e6)
})

describe('what is forwarded', () => {
  it('is the request, with each kind of id', async () => {
    for (const id of ['7', '"seven"', 'null', '-1'])
      expect((await ask(`{"jsonrpc":"2.0","id":${id},"method":"m","params":[1]}`)).text).toBe(
        `{"jsonrpc":"2.0","id":${id},"result":["m",[1]]}`,
      )
  })

  it('keeps numbers that a double cannot hold', async () => {
    await ask(
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"m","params":[123456789012345678901234567890,1.10,1e400]}',
    )
    expect(bodies).toEqual([
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"m","params":[123456789012345678901234567890,1.10,1e400]}',
    ])
  })

  it('is what was read: of two members of one name the last, and none that only resembles one', async () => {
    await ask(
      '{"id":1,"method":"m","params":["first"],"params":["last"],"Params":["other"],"METHOD":"x","\\u0070arams ":[]}',
    )
    expect(bodies).toEqual(['{"id":1,"method":"m","params":["last"]}'])
  })

  it('takes nothing from a prototype', async () => {
    const { text } = await ask('{"__proto__":{"method":"m","id":1},"constructor":{"prototype":{"method":"m"}}}')
    expect(JSON.parse(text).error.code).toBe(-32600)
    expect(bodies).toEqual([])
    expect(({} as { method?: string }).method).toBeUndefined()
  })

  it('passes an error of the node on unchanged', async () => {
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"nonce too low","data":{"a":[1]}}}'
    handle = (_, response) => void response.end(error)
    expect(await ask('{"id":1,"method":"m"}')).toMatchObject({ status: 200, text: error })
    handle = (_, response) => void response.writeHead(400).end(error)
    expect(await ask('{"id":1,"method":"m"}')).toMatchObject({ status: 200, text: error })
  })
})

describe('a batch', () => {
  it('without a refusal is one request and one answer, untouched', async () => {
    const { text } = await ask('[{"id":1,"method":"a"},{"id":1,"method":"b"},{"id":"x","method":"c"}]')
    expect(JSON.parse(text).map(({ id, result }: { id: unknown; result: unknown[] }) => [id, result[0]])).toEqual([
      [1, 'a'],
      [1, 'b'],
      ['x', 'c'],
    ])
    expect(bodies).toHaveLength(1)
  })

  it('with refused elements keeps order and ids, also where ids repeat', async () => {
    handle = (body, response, request) => {
      // A node may answer in any order.
      const answers = JSON.parse(body).map(({ id, method }: { id: number; method: string }) => ({
        jsonrpc: '2.0',
        id,
        result: method,
      }))
      void request
      response.end(JSON.stringify(answers.reverse()))
    }
    const { text } = await ask(
      '[{"id":1,"method":"a"},{"id":1,"method":"refused"},{"id":9007199254740993,"method":"b"},{"method":"refused"},{"id":1,"method":"c"}]',
    )
    expect(text).toBe(
      '[{"jsonrpc":"2.0","id":1,"result":"a"},{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"no"}},{"jsonrpc":"2.0","id":9007199254740993,"result":"b"},{"jsonrpc":"2.0","id":1,"result":"c"}]',
    )
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).not.toContain('refused')
  })

  it('of refusals alone sends nothing to the node', async () => {
    const { text } = await ask('[{"id":1,"method":"refused"},{"id":2,"method":"refused"}]')
    expect(JSON.parse(text)).toHaveLength(2)
    expect(bodies).toEqual([])
  })

  it('answers malformed elements one by one, a batch in a batch among them', async () => {
    const { text } = await ask('[[{"id":1,"method":"a"}],5,null,{"id":{},"method":"a"},{"id":3,"method":"b"}]')
    const answers = JSON.parse(text) as { id: unknown; error?: { code: number } }[]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [3, undefined],
    ])
  })

  it('that is empty is refused', async () => {
    expect(JSON.parse((await ask('[]')).text).error.code).toBe(-32600)
    expect(bodies).toEqual([])
  })

  it('that is too long is refused request by request, what sends by a code after which no client asks another node', async () => {
    const elements = ['{"id":9,"method":"eth_sendRawTransaction","params":[]}', '{"id":1,"method":"a"}', '7', '{}']
    const { text } = await ask(`[${[...elements, ...elements]}]`)
    const answers = [
      { id: 9, error: { code: -32003 } },
      { id: 1, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]
    expect(JSON.parse(text)).toMatchObject([...answers, ...answers])
    expect(bodies).toEqual([])
  })

  it('has an error for each element that the node left out', async () => {
    handle = (_, response) => void response.end('[{"jsonrpc":"2.0","id":0,"result":1}]')
    const { text } = await ask('[{"id":"a","method":"x"},{"id":"b","method":"refused"},{"id":"c","method":"y"}]')
    expect(JSON.parse(text).map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([
      undefined,
      3,
      -32603,
    ])
  })

  it('of one element is answered with a list, also where the node fails', async () => {
    handle = (_, response) => void response.writeHead(502).end('bad gateway')
    expect(JSON.parse((await ask('[{"id":1,"method":"a"}]')).text)).toMatchObject([{ id: 1, error: { code: -32603 } }])
  })
})

describe('a notification', () => {
  it('has no answer, refused or forwarded', async () => {
    expect(await ask('{"method":"refused"}')).toMatchObject({ status: 204, text: '' })
    expect(bodies).toEqual([])
    expect(await ask('{"method":"a"}')).toMatchObject({ status: 204, text: '' })
    expect(await ask('[{"method":"a"},{"method":"refused"}]')).toMatchObject({ status: 204, text: '' })
    expect(bodies).toHaveLength(2)
  })
})

describe('a failing node', () => {
  const failures: Record<string, [Handler, Partial<{ timeoutMs: number; maxBytes: number }>?]> = {
    'HTTP 502': [(_, response) => void response.writeHead(502).end('<html>bad gateway')],
    'HTTP 302': [(_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    'HTTP 403 with a page': [(_, response) => void response.writeHead(403).end('Request method filtered')],
    'a page with status 200': [(_, response) => void response.end('<html>hello</html>')],
    'half an answer': [(_, response) => void response.end('{"jsonrpc":"2.0","id":1,"resu')],
    nothing: [(_, response) => void response.end()],
    'a reset': [(_, response) => void response.destroy()],
    'a reset in the middle': [
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"jsonrpc"', () => response.destroy())
      },
    ],
    silence: [() => undefined, { timeoutMs: 60 }],
    'half an answer and silence': [(_, response) => void response.write('{"jsonrpc"'), { timeoutMs: 60 }],
    'an endless answer': [(_, response) => void response.end(`{"a":"${'x'.repeat(5_000)}"}`), { maxBytes: 1_000 }],
  }

  it.each(Object.entries(failures))(
    'that gives %s is -32603 with the id, and no refusal',
    async (_, [failure, options]) => {
      handle = failure
      const forward = createForwarder({
        upstream: open(options),
        maxBatch: 5,
        answer: async () => undefined,
      })
      const reply = await ask('{"id":"x","method":"eth_sendRawTransaction","params":["0x"]}', forward)
      expect(reply.status).toBe(200)
      expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', id: 'x', error: { code: -32603 } })
      expect(reply.text).not.toMatch(/revert|Holdfast: /)
      expect(reply.text).not.toContain(new URL(url).port)
      // Asked once: whether to ask again is for the client to decide.
      expect(bodies).toHaveLength(1)
    },
  )

  it('that refuses connections is -32603', async () => {
    const forward = createForwarder({
      upstream: open({}, 'http://127.0.0.1:1'),
      maxBatch: 5,
      answer: async () => undefined,
    })
    expect(JSON.parse((await ask('{"id":1,"method":"m"}', forward)).text).error.code).toBe(-32603)
  })

  it('that limits its rate is reported as such, so that clients wait', async () => {
    handle = (_, response) => void response.writeHead(429, { 'retry-after': '2' }).end('slow down')
    const reply = await ask('{"id":1,"method":"m"}')
    expect(reply).toMatchObject({ status: 429, retryAfter: '2' } satisfies Partial<Reply>)
    expect(JSON.parse(reply.text)).toMatchObject({ id: 1, error: { code: -32005 } })
  })

  it('never gets a request that was answered with a time-out while it waited for a connection', async () => {
    handle = () => undefined
    const upstream = open({ connections: 1, timeoutMs: 60_000 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answers = Promise.all(['"first"', '"second"', '"third"'].map((body) => upstream.post(body)))
    await expect.poll(() => bodies).toEqual(['"first"'])
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    expect((await answers).map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed'])
    handle = (_, response) => void response.end('{}')
    // Its turn comes after theirs.
    expect((await upstream.post('"last"')).kind).toBe('json')
    expect(bodies).toEqual(['"first"', '"last"'])
  })

  it('works again afterwards on the same connections', async () => {
    handle = (_, response) => void response.destroy()
    await ask('{"id":1,"method":"m"}')
    handle = echo
    expect(JSON.parse((await ask('{"id":2,"method":"m"}')).text)).toMatchObject({ id: 2, result: ['m', null] })
  })
})

describe('malformed JSON-RPC', () => {
  it.each([
    '',
    '{',
    'nonsense',
    '"text"',
    '5',
    'null',
    '\u0000',
    '{"id":1}',
    '{"id":1,"method":5}',
    '{"id":[],"method":"m"}',
  ])('%j is refused and not forwarded', async (text) => {
    expect([-32700, -32600]).toContain(JSON.parse((await ask(text)).text).error.code)
    expect(bodies).toEqual([])
  })

  it('is not forwarded where the guard itself fails', async () => {
    const answer = async () => Promise.reject(new TypeError('a fault'))
    const forward = createForwarder({ upstream: open(), maxBatch: 5, answer })
    expect(JSON.parse((await ask('{"id":1,"method":"m"}', forward)).text).error.code).toBe(-32003)
    expect(bodies).toEqual([])
  })

  it('bytes that are not UTF-8, arrays that do not end and deep nesting are refused', async () => {
    expect(JSON.parse((await ask(Uint8Array.from([0x7b, 0xff, 0xfe]))).text).error.code).toBe(-32700)
    expect(JSON.parse((await ask('['.repeat(100_000))).text).error.code).toBe(-32700)
    // The second has a number that is to keep its digits.
    for (const number of ['1', '1.0']) {
      const deep = `{"id":1,"method":"m","params":${'['.repeat(20_000)}${number}${']'.repeat(20_000)}}`
      expect(JSON.parse((await ask(deep)).text).error.code).toBe(-32003)
      expect(JSON.parse((await ask(`[${deep},{"id":2,"method":"m"}]`)).text)).toMatchObject([
        { error: { code: -32003 } },
        { error: { code: -32003 } },
      ])
    }
  })
})
