import { expect, test } from 'vitest'
import { readPackages, readSources } from './imports.js'
import { findSources, findTests } from './mutation/findTests.js'
import { namesOf } from './mutation/KeptThread.js'
import { summarize, withMutation } from './mutation/page.js'
import { chooseSample } from './mutation/sample.js'

const source = 'one\ntwo\nif (a === b) c()\n'
const location = { start: { line: 3, column: 5 }, end: { line: 3, column: 12 } }
const mutant = (status: string, replacement: string) =>
  // Only what is read of a result.
  ({ status, replacement, fileName: '/tmp/x/sdk/src/a.ts', location, mutatorName: 'Equality' }) as never

test('summarize: counts what a test could notice, and names the rest by place, code and change', () => {
  const results = [
    mutant('Killed', '1'),
    mutant('Timeout', '2'),
    mutant('Survived', 'a |\n b'),
    mutant('CompileError', ''),
    mutant('NoCoverage', ''),
    mutant('NoCoverage', ' '),
  ]
  expect(summarize('sdk/src', results, () => source)).toEqual({
    target: 'sdk/src',
    sample: undefined,
    killed: 2,
    timedOut: 1,
    tested: 3,
    survivors: [{ place: 'sdk/src/a.ts:3:5', change: 'a === b → a \\| b' }],
    unreached: { 'sdk/src/a.ts': 2 },
    total: 6,
  })
})

test('withMutation: rewrites one section, keeps the others and the judgement of a survivor that moved', () => {
  const survivors = [{ place: 'a/x.ts:1:2', change: 'a → b' }]
  const one = { target: 'a', sample: undefined, killed: 1, timedOut: 0, tested: 3, survivors, unreached: {}, total: 3 }
  const page = withMutation('# Mutants\n', one)
  expect(page).toContain('1 of 3 mutants killed, 33.3 %.')
  const judged = withMutation(page.replace('not judged', 'equivalent: the same'), {
    ...one,
    target: 'b',
    sample: { size: 3, seed: '7' },
    survivors: [],
  })
  expect(judged).toContain('1 of a sample of 3 mutants, chosen by seed 7, killed, 33.3 %.')
  const again = withMutation(judged, { ...one, survivors: [{ place: 'a/x.ts:9:9', change: 'a → b' }] })
  expect(again).toContain('| `a/x.ts:9:9` | `a → b` | equivalent: the same |')
  expect(again).toContain('1 of 3 mutants killed, 33.3 %; 1 are equivalent, of the others 50.0 %.')
  expect(again.match(/^## /gm)).toHaveLength(2)
  expect(withMutation(again, { ...one, timedOut: 1 })).toContain(
    '1 of 3 mutants killed, 1 of them by a timeout, 33.3 %',
  )
  expect(withMutation(again, { ...one, unreached: { 'a/y.ts': 1, 'a/z.ts': 2 }, total: 6 })).toContain(
    'Not counted, since no such test reaches them: 3 of all 6 mutants. `z.ts` 2, `y.ts` 1.\n',
  )
})

test('findTests: at any distance, through helpers and packages, without those that start a process', () => {
  const sources = new Map([
    ['sdk/src/a.ts', ''],
    ['sdk/src/b.ts', "import { a } from './a.js'"],
    ['sdk/src/index.ts', "export { b } from './b.js'"],
    ['sdk/src/b.test.ts', "import { b } from './b.js'"],
    ['sdk/src/b.fuzz.ts', "import { b } from './b.js'"],
    ['sdk/src/type.test.ts', "import type { A } from './a.js'"],
    ['sdk/src/stage.test.ts', "import { b } from './b.js'\nimport { stage } from '@holdfast/testkit/stage'"],
    ['sdk/src/run.test.ts', "import { b } from './b.js'\nimport { run } from '../test/run.js'"],
    ['sdk/test/run.ts', "import { fork } from 'node:child_process'"],
    ['testkit/src/stage.ts', "import { startDevnet } from '@holdfast/devnet'"],
    ['guard/src/c.test.ts', "import { b } from '@holdfast/sdk'"],
    ['devnet/src/index.ts', ''],
  ])
  const packages = ['sdk', 'devnet', 'guard', 'testkit'].map((folder) => ({
    folder,
    name: `@holdfast/${folder}`,
    entries: [`${folder}/src/index.ts`],
  }))
  expect(findTests(sources, packages, ['sdk/src/a.ts'], false)).toEqual(['sdk/src/b.test.ts'])
  expect(findTests(sources, packages, ['sdk/src/a.ts'], true)).toEqual(['sdk/src/b.test.ts', 'guard/src/c.test.ts'])
})

test('namesOf: those asked for, in a describe too, and none that needs a server', () => {
  const names = [
    'createAdmission (sqlite) > default',
    'createAdmission (postgres) > default',
    'guardSend > refuses (twice)',
  ]
  expect(names.filter((name) => namesOf(undefined).test(name))).toEqual([names[0], names[2]])
  expect(names.filter((name) => namesOf(/createAdmission \((sqlite|postgres)\) default/).test(name))).toEqual([
    names[0],
  ])
  expect(names.filter((name) => namesOf(/guardSend refuses \(twice\)|absent/).test(name))).toEqual([names[2]])
})

test('findTests, findSources: of the rules of the firewall and of admission, the tests beside and above them', () => {
  const sources = readSources('.', ['sdk', 'service', 'testkit', 'devnet'])
  const rules = findSources(sources, 'sdk/src/risk/rules')
  expect(rules).toContain('sdk/src/risk/rules/strength.ts')
  expect(rules.filter((file) => /test|examples/.test(file))).toEqual([])
  const tests = findTests(sources, readPackages('.'), rules, false)
  const [beside, above] = ['sdk/src/risk/rules/rules.test.ts', 'sdk/src/risk/check.history.test.ts'].map((file) =>
    tests.indexOf(file),
  )
  expect(beside).toBeGreaterThanOrEqual(0)
  expect(above).toBeGreaterThan(beside ?? 0)
  expect(tests.filter((file) => file.includes('devnet'))).toEqual([])
  const ofAdmission = findTests(sources, readPackages('.'), ['service/src/admission/createAdmission.ts'], false)
  expect(ofAdmission).toContain('service/src/admission/createAdmission.test.ts')
  expect(ofAdmission).not.toContain('service/src/admission/instances.test.ts')
})

test('chooseSample: as many as asked for, by the seed and not by the order', () => {
  const mutants = Array.from({ length: 50 }, (_, line) => {
    const place = { line, column: 1 }
    return { id: `${line}`, fileName: '/tmp/x/a.ts', location: { start: place, end: place }, replacement: 'true' }
  })
  const one = chooseSample(mutants, '/tmp/x', { size: 10, seed: '1' })
  expect(new Set(one).size).toBe(10)
  expect(chooseSample(mutants.toReversed(), '/tmp/x', { size: 10, seed: '1' })).toEqual(one)
  expect(chooseSample(mutants, '/tmp/x', { size: 10, seed: '2' })).not.toEqual(one)
  expect(chooseSample(mutants, '/tmp/x', { size: 99, seed: '1' })).toHaveLength(50)
})
