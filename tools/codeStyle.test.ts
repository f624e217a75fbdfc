import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findBareCasts, findInjections, findLiteralSpreads, findShoutedConstants } from './codeStyle.js'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWritten = (file: string) => !file.includes('/generated/')

/** The folders that follow the first two rules: sources and tests. */
const folders = [
  'contracts',
  'sdk/src',
  'service',
  'devnet',
  'guard',
  'react',
  'web',
  'cli',
  'testkit',
  'examples',
  'bench',
  'tools',
]

/** The folders in which each cast has a reason. */
const reasoned = [
  'contracts/src',
  'sdk/src',
  'service/src',
  'devnet/src',
  'guard/src',
  'react/src',
  'web/src',
  'cli/src',
]

/** Names of the public interface, which do not change, or of values that are not clocks. */
const otherInjections: Readonly<Record<string, readonly string[]>> = {
  'sdk/src/chain/issuerApi/options.ts': ['fetchImpl'],
  'sdk/src/shield/RemoteCoSigner.ts': ['fetchImpl'],
  'service/src/http/createAdminServer.ts': ['eventLoopLagMs'],
}

describe('this repository', () => {
  const sources = [...readSources(root, folders)].filter(([file]) => isWritten(file))

  test('no object literal is spread', () => {
    const listed = execFileSync('git', ['ls-files', '*.md', ':!docs/reference'], { cwd: root, encoding: 'utf8' })
    const texts = listed
      .trim()
      .split('\n')
      .map((page) => [page, readFileSync(`${root}/${page}`, 'utf8')] as const)
    expect([...sources, ...texts].flatMap(([file, text]) => findLiteralSpreads(file, text))).toEqual([])
  })

  test('a constant that only its module uses is in camelCase', () => {
    expect(sources.flatMap(([file, text]) => findShoutedConstants(file, text))).toEqual([])
  })

  test('each cast has a reason beside it', () => {
    const casting = [...readSources(root, reasoned)].filter(
      ([file]) => isWritten(file) && !/\.(test|fuzz)\.ts$/.test(file),
    )
    expect(casting.flatMap(([file, text]) => findBareCasts(file, text))).toEqual([])
  })

  test('a replacement for fetch, the clock or randomness has one name each', () => {
    const injecting = [...readSources(root, reasoned)].filter(
      ([file]) => isWritten(file) && !/\.(test|fuzz)\.tsx?$/.test(file),
    )
    expect(injecting.flatMap(([file, text]) => findInjections(file, text, otherInjections[file]))).toEqual([])
    // Each exception is still needed.
    const excepted = injecting.filter(
      ([file, text]) => file in otherInjections && findInjections(file, text).length > 0,
    )
    expect(excepted.map(([file]) => file).sort()).toEqual(Object.keys(otherInjections).sort())
  })
})

const dots = '...'

test.each([
  ['in code', `const a = {\n  ${dots}{ b, c },\n}`, ['a.ts:2 spreads an object literal; write its properties']],
  ['in an example', ` * send({ ${dots}{ b }, c })`, ['a.ts:1 spreads an object literal; write its properties']],
  ['not of a variable', `const a = { ${dots}b, ${dots}(c && { d }) }`, []],
])('findLiteralSpreads: %s', (_, text, problems) => expect(findLiteralSpreads('a.ts', text)).toEqual(problems))

test.each([
  [
    'private',
    'const a = 1\nconst MOST_PAGES = 2',
    ['a.ts:2 MOST_PAGES is private to its module; write it in camelCase'],
  ],
  ['exported where it is declared', 'export const MOST_PAGES = 2', []],
  ['exported below', 'const MOST = 2\nexport { MOST as LIMIT }', []],
  ['a class or a function', 'const Box = class {}\nfunction A() {\n  const B = 1\n}', []],
])('findShoutedConstants: %s', (_, text, problems) => expect(findShoutedConstants('a.ts', text)).toEqual(problems))

test.each([
  ['without a reason', 'const a = b as Hex', ['a.ts:1 casts to Hex without a reason beside it']],
  ['too far from one', '// Hex.\n\n\n\nconst a = b as Hex', ['a.ts:5 casts to Hex without a reason beside it']],
  ['with one above', '// Matched above.\nconst a = b as Hex', []],
  ['with one beside', 'const a = b as Hex // Matched above.', []],
  ['with one above its statement', '// Matched above.\nconst a = f(\n  b,\n  c as Hex,\n)', []],
  ['with one above what it is in', 'f({\n  a,\n  // Matched above.\n  b: [\n    c as Hex,\n  ],\n})', []],
  ['with one at the end of what is cast', 'const a = f(\n  b,\n  // Matched above.\n) as Hex', []],
  ['with one above a condition', '// Matched above.\nif (a)\n  f(b as Hex)', []],
  [
    'after one above the statement before',
    '// Matched above.\nconst a = b as Hex\nconst c = d as Hex',
    ['a.ts:3 casts to Hex without a reason beside it'],
  ],
  [
    'with one above its function',
    '// Hashes.\nfunction f() {\n  return a as Hex\n}',
    ['a.ts:3 casts to Hex without a reason beside it'],
  ],
  [
    'with one above its class',
    '// Hashes.\nclass A {\n  b = c as Hex\n}',
    ['a.ts:3 casts to Hex without a reason beside it'],
  ],
  ['below a description', '/** A hash. */\nconst a = b as Hex', ['a.ts:2 casts to Hex without a reason beside it']],
  ['as const', 'const a = [1] as const', []],
  ['elements with one reason', '// `as number`: below its length.\n\n\n\nf(b[0] as number, b[1] as number)', []],
  [
    'another cast in a file with a reason for elements',
    '// `as number`: below its length.\n\n\n\nf(b as number, b[0] as Hex)',
    ['a.ts:5 casts to number without a reason beside it', 'a.ts:5 casts to Hex without a reason beside it'],
  ],
])('findBareCasts: %s', (_, text, problems) => expect(findBareCasts('a.ts', text)).toEqual(problems))

test.each([
  ['fetch', 'function f(ask: typeof fetch) {}', ['a.ts:1 ask is typeof fetch; call it fetchFn']],
  [
    'fetch of an option',
    'type O = { ask?: typeof fetch | undefined }',
    ['a.ts:1 ask is typeof fetch; call it fetchFn'],
  ],
  [
    'a clock',
    'type O = { clock?: (() => number) | undefined }',
    ['a.ts:1 clock is (() => number); call it now or elapsed or random'],
  ],
  [
    'a clock by default',
    'function f(at: () => Date = now) {}',
    ['a.ts:1 at is () => Date; call it now or elapsed or random'],
  ],
  [
    'by their names',
    'type O = { fetchFn?: typeof fetch; now?: () => number; random?: (() => number) | undefined }',
    [],
  ],
  ['a value that must be given', 'type O = { lagMs: () => number }', []],
])('findInjections: %s', (_, text, problems) => expect(findInjections('a.ts', text)).toEqual(problems))

test('findInjections: a name of the public interface', () => {
  expect(findInjections('a.ts', 'type O = { fetchImpl?: typeof fetch }', ['fetchImpl'])).toEqual([])
})
