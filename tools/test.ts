/**
 * The whole test suite: vitest over every package, then forge over the contracts, the second also when the first
 * fails. With arguments only vitest runs, with those arguments. Run by `npm test`.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)

const failures = [run('vitest', ['run', ...args], root)]
if (args.length === 0) failures.push(run('forge', ['test'], `${root}/contracts`))
process.exitCode = failures.some(Boolean) ? 1 : 0

/** Whether the program failed. */
function run(program: string, programArgs: readonly string[], cwd: string): boolean {
  const { status, error } = spawnSync(program, programArgs, { cwd, stdio: 'inherit' })
  if (error) console.error(`${program} could not start: ${error.message}`)
  return status !== 0
}
