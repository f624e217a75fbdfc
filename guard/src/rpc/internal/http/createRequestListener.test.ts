import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGrants } from '../../../judge/createGrants.js'
import { createAdmission } from './admit.js'
import { createRequestListener } from './createRequestListener.js'

test('a fault of the guard is answered: a client with a second node would turn to that', async () => {
  const listener = createRequestListener({
    admit: createAdmission({ origins: [] }),
    forward: () => Promise.reject(new TypeError('a fault')),
    grants: createGrants(),
    isStranger: () => false,
    rowsOf: () => [],
    secretOf: () => '',
    requests: () => ({ add: {}, restore: {} }),
    limits: { bodyBytes: 1_000, bodyMs: 600_000, verdictMs: 600_000 },
  })
  const server = createServer(listener)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  const post = async (body: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers: { connection: 'close' } })
    return { status: answer.status, answer: await answer.json() }
  }
  const response = { jsonrpc: '2.0', id: null, error: { code: -32003, message: expect.stringMatching(/^Holdfast: /) } }
  expect(await post('{"id":1,"method":"eth_sendRawTransaction"}')).toEqual({ status: 200, answer: response })
  expect(await post('[{"id":1},{"id":2}]')).toEqual({ status: 200, answer: [response, response] })
})
