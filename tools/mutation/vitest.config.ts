import { defineConfig } from 'vitest/config'

const conditions = ['@holdfast/source', 'module', 'node', 'development|production']

/** Tests that start no process, for the folder that `tools/mutate.ts` names in MUTATE_TESTS. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@holdfast/source', 'node'] } },
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(',').filter(Boolean),
    testTimeout: 30_000,
  },
})
