/**
 * Everything that must pass before a change goes in, each step also when an earlier one failed.
 * The last line counts every test of every runner, and each further step as one. Run by `.ci/run`.
 */
import { execFileSync } from 'node:child_process'
import { commitQuarter } from './deepUnits.js'
import { lastLineOf, readCounts, readFailures, readLastLine } from './readCounts.js'
import { run } from './run.js'
import { commitSeed } from './seed.js'

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const quarter = commitQuarter(commit)
process.env.SEED ??= String(commitSeed(commit))

type Step = readonly [name: string, command: string]

/**
 * The commands of CONTRIBUTING. Phases follow one another; the lanes of a phase run at the same time, since most of
 * their steps keep one core busy. Steps that read a build come after it, and steps that write into the tree come last.
 */
const phases: readonly (readonly (readonly Step[])[])[] = [
  [[['tests', 'npm test']]],
  [
    [['deep tests', `npm run --silent test:deep -- --quarter ${quarter}`]],
    [
      ['lint', 'npm run lint:ts'],
      ['solidity format', 'npm run lint:solidity'],
      ['phrases', 'npm run phrases'],
      ['types', 'npm run types'],
      ['unused code', 'npm run check:unused'],
      ['build', 'npm run build'],
      ['packages', 'npm run check:packages'],
      ['bundle size', 'npm run check:size'],
      ['page', 'npm run check:tree'],
    ],
  ],
  [
    [
      ['generated files', 'npm run check:generated'],
      ['lockfile', 'npm ci --dry-run --loglevel=error --ignore-scripts'],
    ],
  ],
]

let passed = 0
let failed = 0
const summary: string[] = []
const failures = new Set<string>()

for (const lanes of phases)
  await Promise.all(
    lanes.map(async (steps) => {
      for (const [name, command] of steps) await take(name, command, lanes.length > 1)
    }),
  )

console.log(
  `\n──── summary\n\nseed ${process.env.SEED}, quarter ${quarter + 1} of 4 of the deep tests\n${summary.join('\n')}\n`,
)
// At the end, since a log of which only the end is kept must say what to run again.
if (failures.size > 0) console.log(`${['Failed:', ...failures].join('\n  ')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function take(name: string, command: string, held: boolean): Promise<void> {
  const title = `\n──── ${name} · ${command}\n`
  if (!held) console.log(title)
  const start = performance.now()
  const { succeeded, output, errors } = await run(held ? `echo '${title}'; ${command}` : command, { held })
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8)
  const counted = count(name, output, succeeded)
  const named = readFailures(`${output}\n${errors}`)
  for (const failure of named) failures.add(failure)
  if (counted.failed > 0 && named.length === 0) failures.add(`${name}: ${lastLineOf(errors) || lastLineOf(output)}`)
  passed += counted.passed
  failed += counted.failed
  const detail = name.endsWith('tests') ? `  ${counted.passed} passed, ${counted.failed} failed` : ''
  summary.push(`${counted.failed === 0 ? '✓' : '✗'} ${name.padEnd(18)} ${seconds}${detail}`)
}

function count(name: string, output: string, succeeded: boolean): { passed: number; failed: number } {
  if (name === 'tests') return countTests(output, succeeded)
  const line = name === 'deep tests' ? readLastLine(output) : undefined
  return line ?? { passed: +succeeded, failed: +!succeeded }
}

/** Both runners must have reported counts, and a failed command is a failure even when no test failed. */
function countTests(output: string, succeeded: boolean): { passed: number; failed: number } {
  const { vitest, forge } = readCounts(output)
  const silent = [vitest, forge].filter((counts) => counts === undefined).length
  const failures = (vitest?.failed ?? 0) + (forge?.failed ?? 0) + silent
  return {
    passed: (vitest?.passed ?? 0) + (forge?.passed ?? 0),
    failed: succeeded ? failures : Math.max(failures, 1),
  }
}
