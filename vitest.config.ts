import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ChainsFirst } from './tools/ChainsFirst.js'
import { deepOnlyTests } from './tools/deepOnlyTests.js'
import { testSeed } from './tools/seed.js'
import { sharedTests } from './tools/sharedTests.js'

/** Packages resolve to each other's sources, so a test never sees a stale build. */
const conditions = ['@holdfast/source', 'module', 'node', 'development|production']

const seed = testSeed()
/** Searches servers, logs and journals for secrets, at the end of each file that starts any. */
const secretTrace = fileURLToPath(new URL('testkit/src/secretTrace.setup.ts', import.meta.url))
/** Fails a run in which such a search has not ended. */
const searches = fileURLToPath(new URL('testkit/src/secretTrace.global.ts', import.meta.url))
/** Puts back what a file that shares its worker has replaced. */
const restore = fileURLToPath(new URL('testkit/src/restore.setup.ts', import.meta.url))
/** Where programs and pages are built, once for a run. */
const builds = fileURLToPath(new URL('testkit/src/builds.global.ts', import.meta.url))
const isDeep = process.env.TIER === 'deep'
const root = fileURLToPath(new URL('.', import.meta.url))
const patterns = [
  '{contracts,sdk,devnet,service,guard,react,web,cli,testkit,examples,bench,tools,docs}/**/*.{test,fuzz}.ts',
]
console.log(`seed ${seed}; SEED=${seed} repeats it`)

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@holdfast/source', 'node'] } },
  test: {
    projects: projectsOf(patterns, isDeep ? [] : deepOnlyTests(root, patterns)),
    pool: 'forks',
    // A test that builds a program loads it as Node does.
    server: { deps: { external: [/\/node_modules\/\.cache\//] } },
    // Several times the cores of a small machine: a test on a chain waits for most of its time.
    maxWorkers: 6,
    sequence: { sequencer: ChainsFirst },
    // For what hangs: on a busy machine a stage takes minutes to be set. A long limit costs nothing when a test passes.
    testTimeout: isDeep ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})

/**
 * Test files in two projects: those that leave nothing behind share the modules of their worker, each other one has a process to itself.
 *
 * @param include - Glob patterns of test files.
 * @param exclude - Glob patterns of those that are left out.
 */
export function projectsOf(include: string[], exclude: string[] = []) {
  const without = ['**/node_modules/**', '**/dist/**', '**/out/**', ...exclude]
  const shared = sharedTests(root, include)
  const search = { setupFiles: [secretTrace], globalSetup: [searches, builds] }
  return [
    {
      extends: true as const,
      test: {
        ...search,
        setupFiles: [secretTrace, restore],
        name: 'shared',
        include: shared,
        exclude: without,
        isolate: false,
      },
    },
    { extends: true as const, test: { ...search, name: 'alone', include, exclude: [...without, ...shared] } },
  ]
}
