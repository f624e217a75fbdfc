import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'tsdown'
import { copyViem } from '../tools/node/copyViem.js'

/** Entries as in `exports`. */
const shared: UserConfig = {
  entry: ['src/index.ts', 'src/*/index.ts', 'src/wire/schemas.ts'],
  root: 'src',
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  sourcemap: true,
  inputOptions: { checks: { pluginTimings: false }, optimization: { inlineConst: false } },
}

export default defineConfig([
  // One output file per source file, so that a bundler takes only what an application imports.
  { ...shared, unbundle: true, dts: true },
  // For Node, which opens every file on its own: one file for each folder. Entries share them, and so their classes.
  {
    ...shared,
    ...copyViem({ '/src/chain/newClient.ts': ['readClientFor', 'onceAskingClient', 'answeringClient'] }),
    outDir: 'dist/node',
    dts: false,
    clean: false,
    inputOptions: { ...shared.inputOptions, preserveEntrySignatures: 'allow-extension' },
    outputOptions: {
      chunkFileNames: 'folders/[name].js',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: folderOf }] },
    },
  },
])

/**
 * The folder of a module; none for an entry, which only exports, and for what is loaded when it is first used. What the
 * firewall does not need is apart from what it needs, since it is often all that is imported.
 */
function folderOf(path: string, graph: ModuleGraph): string | null {
  if (/\/src\/(?:index|[a-z]+\/index|wire\/schemas)\.ts$|\/(?:scannerModule|newClient)\.ts$/.test(path)) return null
  const folder = /\/sdk\/src\/([a-z]+)\/[^/]/.exec(path)?.[1] ?? 'viem'
  return neededBy('/src/risk/index.ts', graph).has(path) ? folder : `${folder}-more`
}

type ModuleGraph = { getModuleInfo: (path: string) => { importedIds: readonly string[] } | null }

let needed: Set<string> | undefined

/** All that one entry imports. */
function neededBy(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  if (needed) return needed
  needed = new Set([fileURLToPath(new URL(`.${entry}`, import.meta.url))])
  for (const path of needed) for (const one of graph.getModuleInfo(path)?.importedIds ?? []) needed.add(one)
  return needed
}
