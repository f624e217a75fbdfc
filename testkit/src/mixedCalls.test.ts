import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mixedCalls } from './mixedCalls.js'

type Asked = { id: number; method: string }
let answerOf: (asked: Asked) => object

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  const answer = (asked: Asked) => ({ id: asked.id, ...answerOf(asked) })
  response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const result = ({ id }: Asked) => ({ result: `0x${id.toString(16)}` })
const failed = (code: number) => ({ error: { code, message: 'no' } })

/** 40 single calls, every fifth of them to be refused. */
async function run(answer: (asked: Asked) => object) {
  answerOf = answer
  let turn = 0
  return mixedCalls(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    calls: 40,
    connections: 1,
    // Two numbers for each: whether it is a batch, then which call it is.
    random: () => (++turn % 2 === 1 ? 0.5 : turn % 10 === 0 ? 0 : 0.5),
    refused: () => ({ method: 'refused', params: [] }),
    passed: () => ({ method: 'passed', params: [] }),
  })
}

test('right answers: results, refusals, and failures of the node', async () => {
  const { problems, refusedMarks, resultMarks, ...tally } = await run((asked) => {
    if (asked.method === 'refused') return failed(3)
    return asked.id === 1 ? failed(-32603) : asked.id === 2 ? failed(-32005) : result(asked)
  })
  expect(problems).toEqual([])
  expect(tally).toEqual({ calls: 40, results: 30, refusals: 8, failures: 2 })
  expect(refusedMarks).toEqual([5, 10, 15, 20, 25, 30, 35, 40])
  expect(resultMarks).toHaveLength(30)
})

test.each([
  [
    'a refused payment that is answered with a failure of the node',
    (one: Asked) => (one.id === 5 ? failed(-32603) : {}),
  ],
  ['a refused payment that is answered with a result', (one: Asked) => (one.id === 5 ? result(one) : {})],
  ['a call that is refused', (one: Asked) => (one.id === 6 ? failed(3) : {})],
  ['a call that cannot be checked', (one: Asked) => (one.id === 6 ? failed(-32003) : {})],
  ['a call with the result of another', (one: Asked) => (one.id === 6 ? { result: '0x7' } : {})],
  ['a call that is answered as another', (one: Asked) => (one.id === 6 ? { id: 7 } : {})],
])('%s is a problem', async (_, wrong) => {
  const right = (asked: Asked) => (asked.method === 'refused' ? failed(3) : result(asked))
  const { problems } = await run((asked) => {
    const other = wrong(asked)
    return Object.keys(other).length > 0 ? other : right(asked)
  })
  expect(problems).toHaveLength(1)
})
