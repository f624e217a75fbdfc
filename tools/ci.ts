/**
 * Everything that must pass before a change goes in, one step after the other, each also when an earlier one failed.
 * The last line counts every test of every runner, and each further step as one. Run by `.ci/run`.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readCounts } from './readCounts.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The commands of CONTRIBUTING, in the order in which a failure is cheapest to read. */
const STEPS: readonly (readonly [name: string, command: string])[] = [
  ['tests', 'npm test'],
  ['lint', 'npm run lint:ts'],
  ['solidity format', 'npm run lint:solidity'],
  ['phrases', 'npm run phrases'],
  ['types', 'tsc'],
  ['portable types', 'npm run types:portable'],
  ['oldest viem', 'npm run check:viem'],
  ['unused code', 'npm run check:unused'],
  ['build', 'npm run build'],
  ['packages', 'npm run check:packages'],
  ['bundle size', 'npm run check:size'],
  ['generated files', 'npm run check:generated'],
  ['contract coverage', 'npm run check:coverage'],
  ['lockfile', 'npm ci --dry-run --loglevel=error --ignore-scripts'],
]

let passed = 0
let failed = 0
const summary: string[] = []

for (const [name, command] of STEPS) {
  console.log(`\n──── ${name} · ${command}\n`)
  const start = performance.now()
  const { succeeded, output } = await run(command)
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8)
  const counted = name === 'tests' ? countTests(output, succeeded) : { passed: +succeeded, failed: +!succeeded }
  passed += counted.passed
  failed += counted.failed
  const detail = name === 'tests' ? `  ${counted.passed} passed, ${counted.failed} failed` : ''
  summary.push(`${counted.failed === 0 ? '✓' : '✗'} ${name.padEnd(18)} ${seconds}${detail}`)
}

console.log(`\n──── summary\n\n${summary.join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Both runners have to have counted, and a failure that no test shows is a failure all the same. */
function countTests(output: string, succeeded: boolean): { passed: number; failed: number } {
  const { vitest, forge } = readCounts(output)
  const silent = [vitest, forge].filter((counts) => counts === undefined).length
  const failures = (vitest?.failed ?? 0) + (forge?.failed ?? 0) + silent
  return {
    passed: (vitest?.passed ?? 0) + (forge?.passed ?? 0),
    failed: succeeded ? failures : Math.max(failures, 1),
  }
}

/** Runs a command, shows what it prints and keeps a copy. */
function run(command: string): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      process.stdout.write(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => process.stdout.write(chunk))
    child.on('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}
