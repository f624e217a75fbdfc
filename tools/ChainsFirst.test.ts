import { expect, test } from 'vitest'
import { computesLong, hasChain, placeOf } from './ChainsFirst.js'
import { longTests } from './longTests.js'

test.each([
  ['a devnet', "import { startDevnet } from '@holdfast/devnet'"],
  ['a stage', 'stage = await startCliStage()'],
  ['a program', "import { spawn } from 'node:child_process'"],
  ['a server', "import { startPostgres } from '../test/postgres.js'"],
])('a file with %s comes first', (_, text) => {
  expect(hasChain(text)).toBe(true)
})

test('a file that only computes comes later', () => {
  expect(hasChain("import { hash } from './hash.js'\nexpect(hash(1)).toBe(2)")).toBe(false)
})

test.each([
  ['sdk/src/chain/logs/streamLogs.fuzz.ts', true],
  ['bench/firewall/falseBlocks.test.ts', true],
  ['tools/callShape.test.ts', true],
  ['sdk/src/chain/logs/streamLogs.test.ts', false],
])('%s computes long: %s', (file, isTrue) => {
  expect(computesLong(`/clone/${file}`)).toBe(isTrue)
})

test('a file that draws cases comes before one that does not, and after a chain', () => {
  const place = (file: string, text = '') => placeOf(`/clone/${file}`, text, false)
  expect(place('sdk/a.test.ts', 'setTestStage()')).toBeLessThan(place('sdk/a.fuzz.ts'))
  expect(place('sdk/a.fuzz.ts')).toBeLessThan(place('sdk/a.test.ts'))
})

test('of the deep tests those that take minutes come first, in the order of their list', () => {
  const files = ['sdk/src/computed.test.ts', 'sdk/src/chained.test.ts', ...[...longTests].reverse()]
  const sorted = (isDeep: boolean) => {
    const place = (file: string) => placeOf(`/clone/${file}`, file.includes('chained') ? 'setTestStage()' : '', isDeep)
    return [...files].sort((a, b) => place(a) - place(b))
  }
  expect(sorted(true)).toEqual([...longTests, 'sdk/src/chained.test.ts', 'sdk/src/computed.test.ts'])
  expect(sorted(false)[0]).toBe('sdk/src/chained.test.ts')
})
