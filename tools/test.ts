/**
 * `npm test`: everything that a change can break. vitest over every package and, at the same time, forge over the contracts
 * as they are deployed; forge's output is printed when it ends. With arguments only vitest runs, with those arguments.
 */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { run } from './run.js'
import { forgeSeed, testSeed } from './seed.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const seed = testSeed()

const succeeded = await (args.length > 0
  ? vitest(args)
  : Promise.all([vitest(), forge()]).then((all) => all.every(Boolean)))
process.exitCode = succeeded ? 0 : 1

async function vitest(more: readonly string[] = []): Promise<boolean> {
  const options: SpawnOptions = { cwd: root, stdio: 'inherit' }
  const [code] = await once(spawn('vitest', ['run', ...more], options), 'exit')
  return code === 0
}

/** It looks for the compiler from the folder it is started in. */
async function forge(): Promise<boolean> {
  const folder = 'contracts'
  const env = { TEST_RELEASE: 'true', ...forgeSeed(seed) }
  const built = await run('forge build src', { folder, env: { FOUNDRY_PROFILE: 'release' }, held: true })
  const { succeeded } = built.succeeded ? await run('forge test', { folder, env, held: true }) : built
  return succeeded
}
