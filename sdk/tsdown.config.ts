import { defineConfig, type UserConfig } from 'tsdown'

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
    outDir: 'dist/node',
    dts: false,
    clean: false,
    outputOptions: {
      chunkFileNames: 'folders/[name].js',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: folderOf }] },
    },
  },
])

/**
 * The folder of a module; none for an entry, which only exports, and for what is loaded when it is first used. What reaches
 * viem's clients and actions is apart from what reaches its utilities alone, which Node opens in half the time.
 */
function folderOf(path: string, graph: ModuleGraph): string | null {
  if (/\/(?:index|schemas|scannerModule|readClientFor)\.ts$/.test(path)) return null
  const folder = /\/src\/([a-z]+)\/[^/]/.exec(path)?.[1]
  return folder !== undefined && reachesClients(path, graph) ? `${folder}-clients` : (folder ?? null)
}

type ModuleGraph = { getModuleInfo: (path: string) => { importedIds: readonly string[] } | null }

const reaching = new Map<string, boolean>()

function reachesClients(path: string, graph: ModuleGraph): boolean {
  const known = reaching.get(path)
  if (known !== undefined) return known
  const imported = graph.getModuleInfo(path)?.importedIds ?? []
  const reaches = imported.some((one) => /^viem(?:\/actions)?$/.test(one) || reachesClients(one, graph))
  reaching.set(path, reaches)
  return reaches
}
