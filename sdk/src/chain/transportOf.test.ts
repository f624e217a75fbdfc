import { createPublicClient, custom, http } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ReadClient } from './clients.js'
import { readLogs } from './logs/readLogs.js'
import { assertChain, assertNetwork, assertReads, chainIdOf, deploymentOf } from './network.js'
import { transportOf } from './transportOf.js'

test('is the one that the client was made with', () => {
  expect(transportOf(createPublicClient({ transport: http('http://127.0.0.1:9') })).type).toBe('http')
  const client = createPublicClient({ transport: custom({ request: async () => '0x1' }) })
  expect(transportOf(client.extend(() => ({ more: 1 })))).toBe(transportOf(client))
})

const strangers: readonly [string, unknown][] = [
  ['no client', undefined],
  ['null', null],
  ['a client of another library', { request: async () => '0x1', chain: { id: 5042002 } }],
]

describe.each(strangers)('error: %s', (_, stranger) => {
  const client = stranger as ReadClient
  const walletClient = client
  test.each<[string, () => unknown]>([
    ['transportOf', () => transportOf(client)],
    ['readLogs', () => readLogs(client, { fromBlock: 0n, toBlock: 1n })],
    ['chainIdOf', () => chainIdOf(client)],
    ['deploymentOf', () => deploymentOf(client)],
    ['assertReads', () => assertReads(client, 5042002)],
    ['assertNetwork', () => assertNetwork({ publicClient: client, walletClient })],
    ['assertChain', () => assertChain({ publicClient: client, walletClient }, 5042002)],
  ])('%s throws a typed error', async (_name, call) => {
    await expect((async () => call())()).rejects.toMatchObject({ name: 'InvalidInputError', parameter: 'client' })
  })
})
