import { expect, test } from 'vitest'
import { createBatcher } from './batcher.js'

test('behavior: inputs that arrive while a batch runs share the next one', async () => {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>({
    maxSize: 3,
    run: async (inputs) => {
      batches.push([...inputs])
      await new Promise((resolve) => setImmediate(resolve))
      return inputs.map((input) => input * 2)
    },
    shared: () => true,
  })
  const first = await Promise.all([1, 2].map(batcher.add))
  const second = await Promise.all([3, 4, 5, 6, 7].map(batcher.add))
  expect([first, second, batches]).toEqual([
    [2, 4],
    [6, 8, 10, 12, 14],
    [
      [1, 2],
      [3, 4, 5],
      [6, 7],
    ],
  ])
})

test('error: an error of one input rejects only that input', async () => {
  const batcher = createBatcher<number, number>({
    maxSize: 10,
    run: async (inputs) => {
      if (inputs.includes(2)) throw new Error('two')
      return inputs
    },
    shared: () => false,
  })
  const results = await Promise.allSettled([1, 2, 3].map(batcher.add))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    1,
    'two',
    3,
  ])
})

test('error: a shared error rejects all inputs, and the next batch runs', async () => {
  let runs = 0
  const batcher = createBatcher<number, number>({
    maxSize: 10,
    run: async (inputs) => {
      if (++runs === 1) throw new Error('gone')
      return inputs
    },
    shared: () => true,
  })
  const results = await Promise.allSettled([1, 2].map(batcher.add))
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(await batcher.add(3)).toBe(3)
  expect(runs).toBe(2)
})
