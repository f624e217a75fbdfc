import { createClient, custom, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { findTransactionByNonce } from './findTransactionByNonce.js'

const sender = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const sent = { from: sender, nonce: '0x7', hash: `0x${'ab'.repeat(32)}` }

/** A chain in whose block 5 the sender used its nonce 7. */
const answers: Record<string, (params: readonly string[]) => unknown> = {
  eth_chainId: () => '0x1',
  eth_blockNumber: () => '0x9',
  eth_getTransactionCount: ([, block]) => numberToHex(Number(block) < 5 ? 7 : 8),
  eth_getBlockByNumber: () => ({ transactions: [sent] }),
}

function find(over: typeof answers = {}) {
  const request = async ({ method, params = [] }: { method: string; params?: readonly string[] }) => {
    const answer = { ...answers, ...over }[method]
    if (answer === undefined) throw new Error(`unexpected ${method}`)
    return answer(params)
  }
  return findTransactionByNonce(createClient({ transport: custom({ request }, { retryCount: 0 }) }), sender, 7)
}

test('default: the transaction', async () => {
  expect(await find()).toEqual(sent)
})

const failing = () => {
  throw new Error('The node is gone.')
}
const chainIds = ['0x1', '0x2']

describe('error: nothing is known, and the outcome of what used the nonce is open', () => {
  test.each<[string, typeof answers]>([
    ...Object.keys(answers).map((method): [string, typeof answers] => [`${method} fails`, { [method]: failing }]),
    ...Object.keys(answers).map((method): [string, typeof answers] => [`${method} is empty`, { [method]: () => null }]),
    ['the block has no transactions', { eth_getBlockByNumber: () => ({}) }],
    ['the state is forgotten', { eth_getTransactionCount: ([, block]) => (block === '0x9' ? '0x8' : failing()) }],
    ['the client comes to another chain', { eth_chainId: () => chainIds.shift() }],
  ])('%s', async (_, over) => {
    await expect(find(over)).rejects.toMatchObject({
      name: 'ChainUnavailableError',
      code: 'chain_unavailable',
      effect: 'open',
      retry: 'later',
      shortMessage: `The chain could not be reached while looking for transaction 7 of ${sender}.`,
    })
  })

  test('what is not an address is refused before any request', async () => {
    const client = createClient({ transport: custom({ request: failing }) })
    await expect(findTransactionByNonce(client, '0x12', 7)).rejects.toMatchObject({ name: 'InvalidAddressError' })
  })
})
