import { expect, test } from 'vitest'
import { summarize, testsFor, withMutation } from './mutate.js'

const location = { start: { line: 3, column: 5 }, end: { line: 3, column: 9 } }
const mutant = (status: string, replacement: string) =>
  // Only what is read of a result.
  ({ status, replacement, fileName: '/tmp/x/sdk/src/a.ts', location, mutatorName: 'Equality' }) as never

test('summarize: counts what a test could notice, and names the rest by place and change', () => {
  const results = [
    mutant('Killed', '1'),
    mutant('Timeout', '2'),
    mutant('Survived', 'a |\n b'),
    mutant('CompileError', ''),
  ]
  expect(summarize('sdk/src', results)).toEqual({
    target: 'sdk/src',
    killed: 2,
    tested: 3,
    survivors: [{ place: 'sdk/src/a.ts:3:5', change: 'Equality: a \\| b' }],
  })
})

test('withMutation: writes one section anew, keeps the others and the judgement of a survivor that moved', () => {
  const one = { target: 'a', killed: 1, tested: 2, survivors: [{ place: 'a/x.ts:1:2', change: 'Block: {}' }] }
  const page = withMutation('# Mutants\n', one)
  expect(page).toContain('1 of 2 mutants killed, 50.0 %.')
  const judged = withMutation(page.replace('not judged', 'the same'), { ...one, target: 'b', survivors: [] })
  const again = withMutation(judged, { ...one, survivors: [{ place: 'a/x.ts:9:9', change: 'Block: {}' }] })
  expect(again).toContain('| `a/x.ts:9:9` | `Block: {}` | the same |')
  expect(again.match(/^## /gm)).toHaveLength(2)
})

test('testsFor: the tests of a folder without those that start a process', () => {
  const tests = testsFor('.', 'sdk/src/risk/rules')
  expect(tests).toContain('sdk/src/risk/rules/rules.test.ts')
  expect(testsFor('.', 'sdk/src/shield').filter((file) => file.includes('devnet'))).toEqual([])
})
