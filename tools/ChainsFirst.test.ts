import { expect, test } from 'vitest'
import { hasChain } from './ChainsFirst.js'

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
