import { defineConfig } from 'vitest/config'
import base from '../vitest.config.js'

/** The tests of what ships, against the oldest viem that the peer range promises. */
export default defineConfig({
  ...base,
  resolve: { ...base.resolve, alias: [{ find: /^viem(?=$|\/)/, replacement: 'viem-2.38' }] },
  test: {
    ...base.test,
    include: ['{contracts,sdk}/{src,test}/**/*.{test,fuzz}.ts'],
    // The first compares with a token list that only newer viems carry, the second measures contracts and not viem.
    exclude: ['contracts/test/chains.test.ts', 'contracts/test/gas.test.ts'],
  },
})
