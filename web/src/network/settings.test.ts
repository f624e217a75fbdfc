import { describe, expect, test } from 'vitest'
import { isLoopback, readSettings } from './settings.js'

const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

describe('readSettings', () => {
  test('default: endpoints of this machine', async () => {
    const body = JSON.stringify({ devnet: 'http://127.0.0.1:8545/', service: 'http://127.0.0.1:8787' })
    expect(await readSettings(answering(body))).toEqual({
      devnet: 'http://127.0.0.1:8545',
      service: 'http://127.0.0.1:8787',
      endpoint: null,
    })
  })

  test('default: another endpoint of one chain', async () => {
    const endpoint = { chainId: 84532, rpcUrl: 'http://127.0.0.1:9000', explorerApi: null }
    expect(await readSettings(answering(JSON.stringify({ endpoint })))).toEqual({
      devnet: null,
      service: null,
      endpoint,
    })
    const without = { endpoint: { chainId: '84532', rpcUrl: 'http://127.0.0.1:9000' } }
    expect(await readSettings(answering(JSON.stringify(without)))).toMatchObject({ endpoint: null })
  })

  test.each([
    ['another machine', '{"devnet":"https://rpc.example"}', 200],
    ['no JSON', 'not found', 200],
    ['no file', '{"devnet":"http://127.0.0.1:1"}', 404],
    ['another type', '{"devnet":{"url":"http://127.0.0.1:1"}}', 200],
    ['null', 'null', 200],
  ])('behavior: %s names no endpoint', async (_, body, status) => {
    expect(await readSettings(answering(body, status))).toEqual({ devnet: null, service: null, endpoint: null })
  })

  test('behavior: a failed request names no endpoint', async () => {
    const failing = async () => {
      throw new TypeError('unreachable')
    }
    expect(await readSettings(failing)).toEqual({ devnet: null, service: null, endpoint: null })
  })
})

test.each([
  ['http://127.0.0.1:8545', true],
  ['http://localhost:8545', false],
  ['http://127.0.0.1.example:8545', false],
  ['https://127.0.0.1:8545', false],
  ['127.0.0.1:8545', false],
])('%s is on this machine: %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected)
})
