import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The starter, a project of its own: neither a workspace nor in the lockfile, and installed by this benchmark alone. */
export const STARTER = fileURLToPath(new URL('rainbowkit', import.meta.url))

/** Where the starter's page is, or why there is none. */
export type BuiltStarter = { directory: string; skipped?: never } | { skipped: string; directory?: never }

/** Installs the starter where that was not done for the same versions, and builds it for production. */
export function buildStarter(): BuiltStarter {
  const installed = join(STARTER, 'node_modules', '.installed')
  const manifest = readFileSync(join(STARTER, 'package.json'), 'utf8')
  const isInstalled = existsSync(installed) && readFileSync(installed, 'utf8') === manifest
  if (!isInstalled) {
    console.log('web: installs the RainbowKit starter, once: 500 packages, a minute or two')
    try {
      // No install script of several hundred packages is needed, so none runs.
      npm(
        'install',
        '--ignore-scripts',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--prefer-offline',
        ...patience,
      )
    } catch (error) {
      return { skipped: `its packages could not be installed (${reasonOf(error)})` }
    }
    writeFileSync(installed, manifest)
  }
  npm('exec', '--', 'vite', 'build', '--logLevel', 'error')
  return { directory: join(STARTER, 'dist') }
}

/** By default npm asks a registry that is not there for ten minutes. */
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

function npm(...args: string[]): void {
  execFileSync('npm', ['--prefix', STARTER, '--loglevel=error', ...args], {
    cwd: STARTER,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
  })
}

/** The code that npm prints; the rest of its message names the registry. */
function reasonOf(error: unknown): string {
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  return /npm error code (\w+)/.exec(printed)?.[1] ?? 'npm gave no code'
}
