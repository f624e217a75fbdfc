import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { readPackages } from '../imports.js'
import { keptThread } from './KeptThread.js'

const conditions = ['@holdfast/source', 'module', 'node', 'development|production']
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Test files in the order in which they are to run, from the root. */
const tests = (process.env.MUTATE_TESTS ?? '').split(',').filter(Boolean)

/** The nearest tests first: they are short, and the first that fails decides. */
class NearestFirst implements TestSequencer {
  shard = (specs: TestSpecification[]) => specs
  sort(specs: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => tests.indexOf(moduleId.slice(root.length))
    return specs.toSorted((a, b) => place(a) - place(b))
  }
}

/** The tests that `tools/mutate.ts` names in MUTATE_TESTS. */
export default defineConfig({
  plugins: [keptThread],
  resolve: { conditions, alias: ownSources() },
  ssr: { resolve: { conditions, externalConditions: ['@holdfast/source', 'node'] } },
  test: {
    include: tests,
    isolate: false,
    runner: `${root}tools/mutation/LoadingRunner.ts`,
    setupFiles: [`${root}tools/mutation/mutant.setup.ts`, `${root}testkit/src/restore.setup.ts`],
    // Stryker's setup first. It is below `node_modules`, and would be evaluated once for all mutants.
    sequence: { sequencer: NearestFirst, setupFiles: 'list' },
    server: { deps: { inline: [/stryker-setup/] } },
    testTimeout: 60_000,
  },
})

/** Packages by the sources in this copy of the repository: their links in `node_modules` lead to the original. */
function ownSources() {
  const entries = readPackages(root).flatMap(({ name, folder, entries }) =>
    entries.map((entry) => ({
      find: new RegExp(`^${name}${entry.slice(`${folder}/src`.length).replace(/\/?index\.ts$/, '')}$`),
      replacement: root + entry,
    })),
  )
  return [
    ...entries,
    { find: /^@holdfast\/testkit\/vectors\//, replacement: `${root}testkit/vectors/` },
    { find: /^@holdfast\/testkit\/(.*)$/, replacement: `${root}testkit/src/$1.ts` },
  ]
}
