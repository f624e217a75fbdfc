import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from '@holdfast/web/tools/buildPage'
import { build } from 'tsdown'
import config from '../tsdown.config.js'
import { folderOfRun } from './builds.global.js'

/**
 * Builds the command line as `npm run build` does, but from the sources of all packages, so that a test never sees a
 * stale build. The files of a run share one.
 *
 * @returns The program, to be run by Node.
 */
export async function buildCli(): Promise<string> {
  const folder = join(folderOfRun(), 'built')
  if (!existsSync(folder)) await buildInto(folder)
  return join(folder, 'bin.js')
}

async function buildInto(folder: string): Promise<void> {
  const outDir = mkdtempSync(`${folder}-`)
  await build({
    ...config,
    config: false,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    outDir,
    clean: false,
    onSuccess: () => {},
    logLevel: 'error',
    // As when it is installed: ours next to each other, and what others made where npm puts it.
    deps: { alwaysBundle: [/^@holdfast\//], neverBundle: [/^(?!@holdfast\/|[./])/] },
    inputOptions: {
      ...config.inputOptions,
      resolve: { conditionNames: ['@holdfast/source', 'node', 'import', 'default'] },
    },
  })
  await buildPage('loopback', join(outDir, 'app'))
  // As in the package: without it Node looks into each file to learn what it is.
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }')
  // In one step: of tests that build at the same time, the first one's build stays.
  await rename(outDir, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error
  })
}
