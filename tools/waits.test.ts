import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readPackages, readSources } from './imports.js'
import { findWaits } from './waits.js'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('this repository', () => {
  test('no test sleeps for a fixed time, gives up early or compares with the wall clock', () => {
    const folders = [...readPackages(root).map(({ folder }) => folder), 'tools', 'bench', 'examples']
    const files = [...readSources(root, folders)].filter(([file]) =>
      /\.(test|fuzz)\.ts$|\/test\/|^testkit\//.test(file),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(files.flatMap(([file, text]) => findWaits(file, text))).toEqual([])
  })
})

describe('findWaits', () => {
  const sleeps = 'a.test.ts:1 sleeps for a fixed time; wait for a condition'
  const compares = 'a.test.ts:1 compares with the wall clock; compare what happened'

  test.each([
    ['a promise over a timer', "test('a', async () => { await new Promise((resolve) => setTimeout(resolve, 50)) })"],
    ['in a row', "test.each(rows)('a', async () => { await new Promise((r) => setTimeout(r, 50)) })"],
    ['in a hook', 'beforeEach(async () => { await new Promise((done) => setTimeout(done, 50)) })'],
    [
      'a timer of Node',
      "import { setTimeout as wait } from 'node:timers/promises'; test('a', async () => { await wait(9) })",
    ],
    [
      'a race',
      "import { setTimeout } from 'node:timers/promises'; test('a', async () => { await Promise.race([work, setTimeout(9)]) })",
    ],
    ['a helper', 'async function settle() { await new Promise((resolve) => setTimeout(resolve, 50)) }'],
    [
      'a helper as a constant',
      'const settle = async () => { await new Promise((resolve) => setTimeout(resolve, 50)) }',
    ],
    [
      'a helper inside a test',
      "test('a', async () => { const settle = async () => { await new Promise((r) => setTimeout(r, 4)) }; await settle() })",
    ],
    [
      'a loop over rounds',
      "test('a', async () => { for (const one of rounds) await new Promise((r) => setTimeout(r, 4)) })",
    ],
  ])('error: %s', (_, text) => {
    expect(findWaits('a.test.ts', text)).toEqual([sleeps])
  })

  test.each([
    'expect(performance.now() - began).toBeLessThan(1_400)',
    'expect(Date.now() - began).toBeGreaterThanOrEqual(75)',
    'expect(chain.lastAnswerAt()).toBeGreaterThan(Date.now() - 5_000)',
    'const took = performance.now() - began; expect(took).toBeLessThan(1_400)',
    'times.push(Date.now()); expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(115)',
  ])('error: %s', (text) => {
    expect(findWaits('a.test.ts', text)).toEqual([compares])
  })

  test.each([
    ['a number', 'await vi.waitFor(() => expect(seen).toBe(1), 5_000)'],
    ['an option', 'await expect.poll(look, { timeout: 5_000 }).toBe(1)'],
    ['the default of vitest', 'await vi.waitUntil(() => seen)'],
    ['options without a limit', 'await vi.waitFor(look, { interval: 20 })'],
    ['a constant', 'const wait = { timeout: 900 }; await vi.waitFor(look, wait)'],
  ])('error: a limit from %s', (_, text) => {
    const problem = 'gives up early; a busy machine needs minutes'
    expect(findWaits('a.test.ts', text)).toEqual([`a.test.ts:1 ${problem}`])
  })

  test.each([
    [
      'a loop that waits for a condition',
      "test('a', async () => { while (!done) await new Promise((r) => setTimeout(r, 20)) })",
    ],
    [
      'an endless loop',
      'async function hear() { for (;;) { if (said) return; await new Promise((r) => setTimeout(r, 20)) } }',
    ],
    [
      'a fake that answers late',
      "test('a', () => { const slow = async () => { await new Promise((r) => setTimeout(r, 20)) } })",
    ],
    ['a wait with the limit of all tests', 'await expect.poll(() => seen).toBe(1)'],
    ['a long wait', 'const wait = { timeout: 120_000 }; await vi.waitFor(look, wait)'],
    ['a time that is sent', 'expect(sent).toEqual({ timestamp: Date.now() })'],
  ])('behavior: accepts %s', (_, text) => {
    expect(findWaits('a.test.ts', text)).toEqual([])
  })
})
