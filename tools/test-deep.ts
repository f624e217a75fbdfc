/**
 * `npm run test:deep`: the long form of every test that has one. `--quarter 0` to `3` runs every fourth of them, arguments
 * name single ones. The last line counts every test of vitest and forge, and a program without tests as one.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type DeepUnit, deepUnits, quarterOf } from './deepUnits.js'
import { readSources } from './imports.js'
import { readCounts } from './readCounts.js'
import { run } from './run.js'
import { forgeSeed, testSeed } from './seed.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({ options: { quarter: { type: 'string' } }, allowPositionals: true })
const { workspaces } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { workspaces: string[] }
const seed = testSeed()
const all = deepUnits(readSources(root, [...workspaces, 'tools', 'bench', 'examples']))
const chosen = values.quarter === undefined ? all : quarterOf(all, Number(values.quarter))
const units = positionals.length === 0 ? chosen : chosen.filter((unit) => positionals.some((one) => unit.includes(one)))
if (units.length === 0) throw new Error('No test has this name.')

let passed = 0
let failed = 0
const summary: string[] = []

const files = units.filter((unit) => unit.endsWith('.ts'))
// Test files wait for blocks half of their time; the programs, which only compute, take what they leave of the processors.
await Promise.all([testFiles(), contracts(), others()])

console.log(`\nseed ${seed}\n${summary.join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function testFiles(): Promise<void> {
  if (files.length === 0) return
  await step(`${files.length} test files`, async () => {
    const { succeeded, output } = await run(`vitest run ${files.join(' ')}`, { env: { TIER: 'deep' } })
    return counted(succeeded, readCounts(output).vitest)
  })
}

/** The tests of the contracts, which take as long as all other programs together. */
async function contracts(): Promise<void> {
  if (has('contracts'))
    await step('contracts', async () => {
      const profile = { FOUNDRY_PROFILE: 'release' }
      const built = await run('forge build src', { env: profile, folder: 'contracts', held: true, yields: true })
      if (!built.succeeded) return { passed: 0, failed: 1 }
      const env = {
        TEST_RELEASE: 'true',
        FOUNDRY_FUZZ_RUNS: '1024',
        FOUNDRY_INVARIANT_RUNS: '64',
        ...forgeSeed(seed),
      }
      const { succeeded, output } = await run('forge test', { env, folder: 'contracts', held: true, yields: true })
      return counted(succeeded, readCounts(output).forge)
    })
}

/** One after the other. */
async function others(): Promise<void> {
  if (has('corpus'))
    await step('corpus', () => program('npm run --silent bench:firewall -- --strict --no-cost', { SEED: `${seed}` }))
  if (has('coverage')) await step('coverage', () => program('npm run --silent check:coverage'))
  if (has('viem'))
    await step('oldest viem', async () => {
      const { succeeded, output } = await run('vitest run --config tools/viem-2.38.vitest.config.ts', { held: true })
      return counted(succeeded, readCounts(output).vitest)
    })
}

function has(unit: DeepUnit): boolean {
  return units.includes(unit)
}

async function step(name: string, work: () => Promise<{ passed: number; failed: number }>): Promise<void> {
  const start = performance.now()
  const counts = await work()
  passed += counts.passed
  failed += counts.failed
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(9)
  summary.push(`${counts.failed === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${seconds}`)
}

async function program(command: string, env: Readonly<Record<string, string>> = {}) {
  const { succeeded } = await run(command, { env, held: true, yields: true })
  return { passed: +succeeded, failed: +!succeeded }
}

/** A runner that failed without a failed test counts as one failure. */
function counted(succeeded: boolean, counts: { passed: number; failed: number } | undefined) {
  const { passed = 0, failed = 0 } = counts ?? {}
  return { passed, failed: succeeded && counts !== undefined ? failed : Math.max(failed, 1) }
}
