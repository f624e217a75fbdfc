import { expect, test } from 'vitest'
import { hasChain, placeOf } from './ChainsFirst.js'
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

test('of the deep tests those that take minutes come first, in the order of their list', () => {
  const files = ['sdk/src/computed.test.ts', 'sdk/src/chained.test.ts', ...[...longTests].reverse()]
  const sorted = (isDeep: boolean) => {
    const place = (file: string) => placeOf(`/clone/${file}`, file.includes('chained') ? 'setTestStage()' : '', isDeep)
    return [...files].sort((a, b) => place(a) - place(b))
  }
  expect(sorted(true)).toEqual([...longTests, 'sdk/src/chained.test.ts', 'sdk/src/computed.test.ts'])
  expect(sorted(false)[0]).toBe('sdk/src/chained.test.ts')
})
