/**
 * Prints how many tests and assertions each package declares. Run by `npm run counts`; with `--against <folder>`, another
 * checkout of this repository, also the counts there and the tests that are missing here.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countTree, missingTitles, type TestCounts } from './countTests.js'

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const root = fileURLToPath(new URL('..', import.meta.url))
const here = countTree(root)
if (values.against === undefined) printTable(here)
else {
  const there = countTree(values.against)
  console.log('before')
  printTable(there)
  console.log('\nafter')
  printTable(here)
  const missing = missingTitles(there, here)
  console.log(`\n${missing.length} titles of before are missing after${missing.length === 0 ? '' : ':'}`)
  for (const title of missing) console.log(`  ${title}`)
}

function printTable(counts: ReadonlyMap<string, TestCounts>): void {
  const all = [...counts.values()]
  const total = (part: 'files' | 'tests' | 'tables' | 'assertions') => all.reduce((sum, one) => sum + one[part], 0)
  const rows = [
    ...[...counts].map(([name, { files, tests, tables, assertions }]) => [name, files, tests, tables, assertions]),
    ['all', total('files'), total('tests'), total('tables'), total('assertions')],
  ]
  const line = ([name, ...numbers]: readonly unknown[]) =>
    `${String(name).padEnd(22)}${numbers.map((number) => String(number).padStart(14)).join('')}`
  console.log(line(['package', 'files', 'tests', 'open tables', 'assertions']))
  for (const row of rows) console.log(line(row))
}
