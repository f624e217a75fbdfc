import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGrants } from '../../../judge/createGrants.js'
import { createAdmission } from './admit.js'
import { createRequestListener, type ListenerOptions } from './createRequestListener.js'
import type { RefusalRow } from './page.js'

test('a fault of the guard is answered: a client with a second node would turn to that', async () => {
  const url = await serve({ forward: () => Promise.reject(new TypeError('a fault')) })
  const post = async (body: string) => {
    const answer = await fetch(url, { method: 'POST', body, headers: { connection: 'close' } })
    return { status: answer.status, answer: await answer.json() }
  }
  const response = { jsonrpc: '2.0', id: null, error: { code: -32003, message: expect.stringMatching(/^Holdfast: /) } }
  expect(await post('{"id":1,"method":"eth_sendRawTransaction"}')).toEqual({ status: 200, answer: response })
  expect(await post('[{"id":1},{"id":2}]')).toEqual({ status: 200, answer: [response, response] })
})

test('the user of a connection is looked up only while a refusal waits for a decision', async () => {
  const grants = createGrants()
  const rows: RefusalRow[] = [{ at: 1, codes: ['LOOKALIKE'], code: undefined }]
  let lookups = 0
  const isStranger = () => {
    lookups++
    return true
  }
  const url = await serve({ grants, isStranger, rowsOf: () => rows })
  expect(await (await fetch(url)).text()).toContain('LOOKALIKE')
  expect(lookups).toBe(0)
  const code = grants.refuse([])
  rows.push({ at: 2, codes: ['LOOKALIKE'], code })
  expect(await (await fetch(url)).text()).not.toContain(code)
  expect(lookups).toBe(1)
})

/** Starts a listener that asks for no token, and returns its address. */
async function serve(options: Partial<ListenerOptions>): Promise<string> {
  const listener = createRequestListener({
    admit: createAdmission({ origins: [] }),
    forward: () => Promise.reject(new Error('Nothing is forwarded.')),
    grants: createGrants(),
    isStranger: () => false,
    rowsOf: () => [],
    secretOf: () => '',
    requests: () => ({ add: {}, restore: {} }),
    limits: { bodyBytes: 1_000, bodyMs: 600_000, verdictMs: 600_000 },
    ...options,
  })
  const server = createServer(listener)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  return `http://127.0.0.1:${port}`
}
