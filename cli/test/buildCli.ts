import { writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOnce } from '@holdfast/testkit/buildOnce'
import { buildPage } from '@holdfast/web/tools/buildPage'
import { build } from 'tsdown'
import config from '../tsdown.config.js'

/**
 * Builds the command line as `npm run build` does, but from the sources of all packages, so that a test never sees a
 * stale build. The files of a run share one.
 *
 * @returns The program, to be run by Node.
 */
export async function buildCli(): Promise<string> {
  return join(await buildOnce('cli', buildInto), 'bin.js')
}

async function buildInto(outDir: string): Promise<void> {
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
  // The page that tests in a browser open as well.
  const page = await buildOnce('page', (folder) => buildPage('loopback', join(folder, 'app')))
  await cp(page, outDir, { recursive: true })
  // As in the package: without it Node looks into each file to learn what it is.
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }')
}
