import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with `foundry.toml`. */
export const contractsFolder = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Path of a Foundry program as installed from the registry; its bare name, to be found on PATH, on other platforms. */
export function foundryProgram(name: 'anvil' | 'forge'): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@foundry-rs/${name}-linux-amd64/package.json`)
    return `${dirname(manifest)}/bin/${name}`
  } catch {
    return name
  }
}

/** Runs forge, in the contracts folder by default, and returns what it printed; throws when it fails. */
export function forge(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd: string = contractsFolder,
): string {
  const run = spawnSync(foundryProgram('forge'), args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  })
  if (run.status !== 0) throw new Error(`forge ${args.join(' ')} failed\n${run.stdout}\n${run.stderr}`)
  return run.stdout
}

/** Compiles folders or files with the settings that are deployed; artifacts land in `out/release`. */
export function buildRelease(paths: readonly string[]): void {
  forge(['build', ...paths], { FOUNDRY_PROFILE: 'release' })
}
