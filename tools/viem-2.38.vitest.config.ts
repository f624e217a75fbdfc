import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../vitest.config.js'

/** The tests of what ships, against the oldest viem that the peer range promises. */
export default mergeConfig(
  base,
  defineConfig({
    resolve: { alias: [{ find: /^viem(?=$|\/)/, replacement: 'viem-2.38' }] },
    test: { include: ['{contracts,sdk}/src/**/*.{test,fuzz}.ts', 'sdk/test/**/*.test.ts'] },
  }),
)
