import { expect, test } from 'vitest'
import { asCaller, asCallers, callersNow } from '../callers.js'
import { createFairLimiter } from './createFairLimiter.js'

/** A limiter whose tasks begin and end as the test says. */
function open(options: Partial<createFairLimiter.Options> = {}) {
  const limiter = createFairLimiter({ concurrency: 1, reserved: 0, maxQueued: 100, ...options })
  const begun: string[] = []
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const task = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
  }
  return {
    begun,
    pause: limiter.pause,
    /** @param callers - In a text, one letter each. */
    async ask(callers: string | ReadonlySet<string>, name: string, signal?: AbortSignal) {
      const answer = asCallers(typeof callers === 'string' ? new Set(callers) : callers, () =>
        limiter.run(task(name), signal),
      )
      const outcome = answer.catch((error: Error) => error.message)
      await settle()
      return { outcome }
    },
    async end(...names: string[]) {
      for (const name of names) ends.get(name)?.resolve(name)
      await settle()
    },
    async fail(name: string) {
      ends.get(name)?.reject(new Error('It failed.'))
      await settle()
    },
  }
}

test('default: the reserved places are for callers that have no task running', async () => {
  const { begun, ask, end } = open({ concurrency: 3, reserved: 1 })
  for (const name of ['a1', 'a2', 'a3']) await ask('A', name)
  expect(begun).toEqual(['a1', 'a2'])
  await ask('B', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await ask('B', 'b2')
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await ask('C', 'c1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a2', 'c1')
  // One task of B runs, none of A.
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  await end('a3', 'b1')
  expect(begun.at(-1)).toBe('b2')
})

test('default: next is the caller that was served least, then the oldest', async () => {
  const { begun, ask, end } = open()
  for (const name of ['a1', 'a2', 'a3']) await ask('A', name)
  await ask('B', 'b1')
  await ask('C', 'c1')
  await ask('B', 'b2')
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('default: a task of two callers counts as a task of either, also of one that joined later', async () => {
  const { begun, ask, end } = open()
  const shared = new Set(['A'])
  for (const name of ['a1', 'a2']) await ask('A', name)
  await ask(shared, 'shared')
  await ask('C', 'c1')
  await ask('C', 'c2')
  shared.add('B')
  await end('a1')
  expect(begun).toEqual(['a1', 'shared'])
  // It was served as a task of B.
  await ask('B', 'b1')
  await end('shared')
  await end('c1')
  expect(begun).toEqual(['a1', 'shared', 'c1', 'a2'])
})

test('parameter: maxQueued; the oldest task of the caller with most is dropped, not one that another caller wants as well', async () => {
  const { begun, ask, end } = open({ maxQueued: 3 })
  await ask('A', 'a0')
  const shared = await ask('AB', 'shared')
  const first = await ask('A', 'a1')
  const second = await ask('A', 'a2')
  const other = await ask('B', 'b1')
  expect(await first.outcome).toBe('Too many others wait.')
  await end('a0')
  for (const name of ['shared', 'a2', 'b1']) await end(name)
  expect(begun).toEqual(['a0', 'shared', 'a2', 'b1'])
  expect(await Promise.all([shared, second, other].map(({ outcome }) => outcome))).toEqual(['shared', 'a2', 'b1'])
})

test('behavior: a caller that gives up leaves the queue, and a failure gives its place back', async () => {
  const { begun, ask, end, fail } = open()
  const giving = new AbortController()
  const failing = await ask('A', 'a1')
  const leaving = await ask('A', 'a2', giving.signal)
  await ask('A', 'a3')
  giving.abort(new Error('No longer needed.'))
  expect(await leaving.outcome).toBe('No longer needed.')
  await fail('a1')
  expect(await failing.outcome).toBe('It failed.')
  expect(begun).toEqual(['a1', 'a3'])
  await end('a3')
  const late = await ask('A', 'a4', giving.signal)
  expect(await late.outcome).toBe('No longer needed.')
  expect(begun).toEqual(['a1', 'a3'])
})

test('parameter: maxWaitMs; what waits longer is dropped, what runs is not', async () => {
  const { begun, ask, end } = open({ maxWaitMs: 1 })
  const first = await ask('A', 'a1')
  const second = await ask('A', 'a2')
  expect(await second.outcome).toBe('There is no place after 1 ms.')
  await end('a1')
  expect(await first.outcome).toBe('a1')
  await ask('A', 'a3')
  expect(begun).toEqual(['a1', 'a3'])
})

test('behavior: what was served long ago counts less', async () => {
  const { begun, ask, end } = open()
  const serve = async (caller: string, times: number) => {
    for (let index = 0; index < times; index++) {
      await ask(caller, `${caller}${index}`)
      await end(`${caller}${index}`)
    }
  }
  await serve('A', 40)
  await serve('B', 24)
  // After 64 starts all are halved: 20 and 12.
  await serve('B', 10)
  await ask('C', 'c')
  await ask('B', 'b')
  await ask('A', 'a')
  await end('c')
  expect(begun.at(-1)).toBe('a')
})

test('behavior: nothing starts before the end of a pause', async () => {
  const { begun, ask, pause } = open()
  pause(100)
  await ask('A', 'a1')
  expect(begun).toEqual([])
  await expect.poll(() => begun).toEqual(['a1'])
})

test('asCaller: the /48 of an IPv6 network, an IPv4 address, the machine itself', () => {
  const seen = [undefined, '198.51.100.1', '2001:db8:1:23::/64'].map((network) =>
    asCaller(network, () => [...callersNow()]),
  )
  expect(seen).toEqual([[''], ['198.51.100.1'], ['2001:db8:1::/48']])
  expect([...callersNow()]).toEqual([''])
})

/** Runs everything that is due. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
