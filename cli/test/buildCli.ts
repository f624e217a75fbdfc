import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import config from '../tsdown.config.js'

/** A built command line. */
export type BuiltCli = {
  /** The program, to be run by Node. */
  bin: string
  /** The folder with the modules of the sources. */
  folder: string
  remove: () => Promise<void>
}

/**
 * Builds the command line as `npm run build` does, but from the sources of all packages, so that a test never sees a
 * stale build. Each test file has its own.
 */
export async function buildCli(): Promise<BuiltCli> {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const cache = join(cwd, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'cli-'))
  await build({
    ...config,
    entry: { bin: 'src/bin.ts', runCli: 'src/runCli.ts', freshModules: 'test/freshModules.ts' },
    config: false,
    cwd,
    outDir,
    clean: false,
    logLevel: 'error',
    // As when it is installed: ours next to each other, and what others made where npm puts it.
    deps: { alwaysBundle: [/^@holdfast\//], neverBundle: [/^(?!@holdfast\/|[./])/] },
    inputOptions: {
      ...config.inputOptions,
      resolve: { conditionNames: ['@holdfast/source', 'node', 'import', 'default'] },
    },
  })
  return {
    bin: join(outDir, 'bin.js'),
    folder: outDir,
    remove: () => rm(outDir, { recursive: true }),
  }
}
