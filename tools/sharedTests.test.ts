import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isShared, sharedTests } from './sharedTests.js'

const readIn = (files: Record<string, string>) => (file: string) => files[file]

describe('isShared', () => {
  test('default: a file that only computes', () => {
    const files = { 'sdk/src/a.test.ts': "import { a } from './a.js'\nexpect(a(vi.fn())).toBe(1)" }
    expect(isShared('sdk/src/a.test.ts', readIn(files))).toBe(true)
  })

  test.each([
    ['starts a chain', "import { startDevnet } from '@holdfast/devnet'"],
    ['replaces a global', 'vi.stubGlobal("fetch", undefined)'],
    ['replaces a function', "vi.spyOn(console, 'log')"],
    ['changes the clock', 'vi.useFakeTimers()'],
    ['changes the registry', 'overrideDeployment(1, {})'],
    ['changes the environment', 'process.env.A = "b"'],
    ['starts a program', "import { spawn } from 'node:child_process'"],
  ])('error: a file that %s, itself or through a helper', (_, text) => {
    expect(isShared('sdk/src/a.test.ts', readIn({ 'sdk/src/a.test.ts': text }))).toBe(false)
    const through = {
      'sdk/src/a.test.ts': "import { b } from '../test/b.js'",
      'sdk/test/b.ts': "import { c } from '@holdfast/testkit/c'",
      'testkit/src/c.ts': text,
    }
    expect(isShared('sdk/src/a.test.ts', readIn(through))).toBe(false)
  })

  test('behavior: helpers that import each other', () => {
    const files = { 'sdk/test/a.test.ts': "import './b.js'", 'sdk/test/b.ts': "import { a } from './a.test.js'" }
    expect(isShared('sdk/test/a.test.ts', readIn(files))).toBe(true)
  })
})

test('sharedTests: finds files of this repository, and none of a dependency', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = sharedTests(root, ['{sdk,cli}/**/*.test.ts'])
  expect(files).toContain('sdk/src/transfer/claimSecret.test.ts')
  expect(files).not.toContain('sdk/src/transfer/claim.test.ts')
  expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
})
