import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'
import { notices } from '../tools/node/notices.js'
import { copyPage } from './tools/copyPage.js'

/**
 * A program that contains what it uses of other packages: Node then opens a few files instead of some hundred. Chunks per
 * command, so that a start loads only what the command needs. The devnet and the service stay packages, since only their own
 * commands load them.
 */
export default defineConfig({
  entry: ['src/bin.ts'],
  format: 'esm',
  platform: 'node',
  dts: false,
  fixedExtension: false,
  deps: {
    alwaysBundle: /^(?!@holdfast\/(?:devnet|service)(?:\/|$))/,
    neverBundle: [/^@holdfast\/(?:devnet|service)(?:\/|$)/],
    onlyBundle: false,
  },
  outputOptions: {
    comments: false,
    // One chunk for what at least 40 commands load: Node spends about a millisecond on every file.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: nameOfShared, debugName: 'shared', minShareCount: 40 }],
    },
  },
  plugins: [notices()],
  onSuccess: () => copyPage('dist/app'),
  inputOptions: {
    checks: { pluginTimings: false },
    // As `codeSplitting` implies.
    preserveEntrySignatures: 'allow-extension',
    resolve: { conditionNames: ['@holdfast/source', 'import', 'node', 'default'] },
  },
})

/** None for what help needs as well: the entry starts with it. */
function nameOfShared(path: string, graph: ModuleGraph): string | null {
  return neededAtStart(graph).has(path) ? null : 'shared'
}

type ModuleGraph = { getModuleInfo: (path: string) => { importedIds: readonly string[] } | null }

const needed = new Set<string>()

function neededAtStart(graph: ModuleGraph): ReadonlySet<string> {
  if (needed.size > 0) return needed
  needed.add(fileURLToPath(new URL('./src/bin.ts', import.meta.url)))
  for (const path of needed) for (const one of graph.getModuleInfo(path)?.importedIds ?? []) needed.add(one)
  return needed
}
