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
    ['starts a service that writes to standard output', 'await startService(env)'],
    ['starts a relay', 'await openRelay(devnet, store)'],
    ['replaces a global', 'globalThis.fetch = fake'],
    ['replaces a module', "vi.mock('./a.js')"],
    ['defines a global', "Object.defineProperty(globalThis, 'fetch', { value: fake })"],
    ['changes how modules are loaded', 'registerHooks({})'],
    ['changes the environment', 'process.env.A = "b"'],
    ['starts a program', "import { type ChildProcess, spawn } from 'node:child_process'"],
  ])('error: a file that %s, itself or through a helper', (_, text) => {
    expect(isShared('sdk/src/a.test.ts', readIn({ 'sdk/src/a.test.ts': text }))).toBe(false)
    const through = {
      'sdk/src/a.test.ts': "import { b } from '../test/b.js'",
      'sdk/test/b.ts': "import { c } from '@holdfast/testkit/c'",
      'testkit/src/c.ts': text,
    }
    expect(isShared('sdk/src/a.test.ts', readIn(through))).toBe(false)
  })

  test.each([
    ['starts a devnet', "import { startDevnet } from '@holdfast/devnet'"],
    ['changes the registry', 'overrideDeployment(1, {})'],
    ['replaces a function by vi', "vi.spyOn(console, 'log')"],
    ['replaces a global by vi', 'vi.stubGlobal("fetch", undefined)'],
    ['changes the clock by vi', 'vi.useFakeTimers()'],
    ['waits for a program', "import { execFileSync } from 'node:child_process'"],
    ['takes a type from a file that does not', "import type { Orders } from '../test/child.js'"],
    ['waits for a condition', 'await vi.waitUntil(() => true)'],
    ['reads the environment', "expect(process.env.A === 'b' || process.env['C']).toBe(true)"],
  ])('behavior: a file that %s shares', (_, text) => {
    const files = { 'sdk/src/a.test.ts': text, 'sdk/test/child.ts': 'process.kill(process.pid)' }
    expect(isShared('sdk/src/a.test.ts', readIn(files))).toBe(true)
  })

  test('behavior: a helper that ends what it starts', () => {
    const server = { 'service/test/postgres.ts': "import { spawn } from 'node:child_process'" }
    const file = { 'service/src/a.test.ts': "import { startPostgres } from '../test/postgres.js'" }
    expect(isShared('service/src/a.test.ts', readIn({ ...file, ...server }))).toBe(true)
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
  expect(files).toContain('sdk/src/transfer/claim.test.ts')
  expect(files).toContain('sdk/src/chain/registry.test.ts')
  expect(files).toContain('sdk/src/chain/issuerApi/pace.test.ts')
  expect(files).not.toContain('cli/test/secrets.test.ts')
  expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
})
