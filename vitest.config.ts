import { defineConfig } from 'vitest/config'
import { testSeed } from './tools/seed.js'

/** Packages resolve to each other's sources, so a test never sees a stale build. */
const conditions = ['@holdfast/source', 'module', 'node', 'development|production']

const seed = testSeed()
const isDeep = process.env.TIER === 'deep'
console.log(`seed ${seed}; SEED=${seed} repeats it`)

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@holdfast/source', 'node'] } },
  test: {
    include: ['{contracts,sdk,devnet,service,cli,testkit,examples,bench,tools}/**/*.{test,fuzz}.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/out/**'],
    pool: 'forks',
    // Each brings chains and servers of its own: more of them on two cores only wait for each other.
    maxWorkers: 2,
    // For what hangs: on a busy machine a stage takes more than a minute to be set.
    testTimeout: isDeep ? 1_200_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
