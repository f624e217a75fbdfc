/**
 * `npm test`: everything that a change can break. vitest over every package, then forge over the contracts as they are
 * deployed, the second also when the first fails. With arguments only vitest runs, with those arguments.
 */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { forgeSeed, testSeed } from './seed.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const seed = testSeed()

const succeeded =
  args.length > 0
    ? run('vitest', ['run', ...args])
    : [
        run('vitest', ['run']),
        forge(['build', 'src'], { FOUNDRY_PROFILE: 'release' }) &&
          forge(['test'], { TEST_RELEASE: 'true', ...forgeSeed(seed) }),
      ].every(Boolean)
process.exitCode = succeeded ? 0 : 1

/** forge looks for the compiler from the folder it is started in. */
function forge(forgeArgs: readonly string[], env: Readonly<Record<string, string>>): boolean {
  return run('forge', forgeArgs, { cwd: `${root}/contracts`, env: { ...process.env, ...env } })
}

function run(program: string, programArgs: readonly string[], options: SpawnSyncOptions = { cwd: root }): boolean {
  const { status, error } = spawnSync(program, programArgs, { ...options, stdio: 'inherit' })
  if (error) console.error(`${program} could not start: ${error.message}`)
  return status === 0
}
