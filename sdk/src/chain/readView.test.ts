import { createPublicClient, custom, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { readView } from './readView.js'

const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const view = {
  address,
  abi: parseAbi(['function spent() view returns (uint256)']),
  functionName: 'spent',
  args: [],
} as const
const answering = (answer: unknown) => createPublicClient({ transport: custom({ request: async () => answer }) })

test('default', async () => {
  expect(await readView(answering(`0x${'7'.padStart(64, '0')}`), 'reading it', view)).toBe(7n)
})

test('error: nothing comes back, as where there is no contract', async () => {
  await expect(readView(answering('0x'), 'reading it', view)).rejects.toMatchObject({
    name: 'ChainUnavailableError',
    details: `${address} holds no contract on this chain, or the node does not know of it.`,
  })
})
