import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { readHead, shareHead } from './readHead.js'

function counted(answer: () => Promise<string>) {
  let asked = 0
  const request = () => {
    asked++
    return answer()
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const read = () => readHead(client, () => client.request({ method: 'eth_blockNumber' }))
  return { client, read, asked: () => asked }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('callers of one turn share a request, and no later one waits for it', async () => {
  const silent = counted(() => new Promise(() => {}))
  void silent.read()
  void silent.read()
  await turn()
  expect(silent.asked()).toBe(1)
  void silent.read()
  await turn()
  expect(silent.asked()).toBe(2)
})

test('a shared request that fails is made again by the others', async () => {
  const answers = [Promise.reject(new Error('down')), Promise.resolve('0x7')]
  const { read } = counted(() => answers.shift() ?? Promise.reject(new Error('gone')))
  const [first, second] = await Promise.allSettled([read(), read()])
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 7n }])
})

test('a block that another answer names is shared, but not where contracts see the number of another chain', async () => {
  const arc = counted(async () => '0x9')
  shareHead(arc.client, 5_042_002, Promise.resolve({ blockNumber: 8n }))
  expect(await arc.read()).toBe(8n)
  const arbitrum = counted(async () => '0x9')
  shareHead(arbitrum.client, 421_614, Promise.resolve({ blockNumber: 8n }))
  expect(await arbitrum.read()).toBe(9n)
})
