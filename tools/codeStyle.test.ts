import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findBareCasts, findLiteralSpreads, findShoutedConstants } from './codeStyle.js'
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
  ['as const', 'const a = [1] as const', []],
  ['elements with one reason', '// `as number`: below its length.\n\n\n\nf(b[0] as number, b[1] as number)', []],
  [
    'another cast in a file with a reason for elements',
    '// `as number`: below its length.\n\n\n\nf(b as number, b[0] as Hex)',
    ['a.ts:5 casts to number without a reason beside it', 'a.ts:5 casts to Hex without a reason beside it'],
  ],
])('findBareCasts: %s', (_, text, problems) => expect(findBareCasts('a.ts', text)).toEqual(problems))
