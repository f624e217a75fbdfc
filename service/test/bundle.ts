import { mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles a script with all its imports, so that a process with it starts in a fraction of the time.
 *
 * @param script - Relative to this directory.
 * @returns The path of the bundle, which is made once per test file.
 */
export function bundle(script: string): Promise<string> {
  const known = bundles.get(script) ?? make(script)
  bundles.set(script, known)
  return known
}

const bundles = new Map<string, Promise<string>>()

async function make(script: string): Promise<string> {
  const directory = fileURLToPath(new URL('../../node_modules/.cache/holdfast-service-test/', import.meta.url))
  await mkdir(directory, { recursive: true })
  const outfile = join(directory, `${basename(script, '.ts')}.mjs`)
  const own = `${outfile}.${process.pid}`
  await build({
    entryPoints: [fileURLToPath(new URL(script, import.meta.url))],
    outfile: own,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@holdfast/source'],
    external: ['pg-native'],
    // The PostgreSQL client is CommonJS.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'error',
  })
  // In one step: tests that run at the same time each see a complete file.
  await rename(own, outfile)
  return outfile
}
