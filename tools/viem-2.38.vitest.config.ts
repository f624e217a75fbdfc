import { defineConfig } from 'vitest/config'
import base, { projectsOf } from '../vitest.config.js'

/**
 * The tests of what ships, against the oldest viem that the peer range promises: all that an operation asks of viem, once.
 * Every source is also compiled against it.
 */
export default defineConfig({
  ...base,
  resolve: { ...base.resolve, alias: [{ find: /^viem(?=$|\/)/, replacement: 'viem-2.38' }] },
  test: {
    ...base.test,
    projects: projectsOf(
      ['{contracts,sdk,guard}/{src,test}/**/*.test.ts'],
      [
        // The first compares with a token list that only newer viems carry, the others measure contracts and not viem.
        'contracts/test/chains.test.ts',
        'contracts/test/gas{,.shield}.test.ts',
        // Properties (`*.fuzz.ts`, not included) and these are of arithmetic and probabilities of our own.
        'sdk/src/stealth/internal/plainFilter.test.ts',
        'sdk/src/risk/evaluateRisk.resemblance.test.ts',
        // Over HTTP, without a client of viem.
        'sdk/src/service/createServiceClient.test.ts',
        'sdk/src/chain/{issuerApi,http}/*.test.ts',
        'sdk/src/history/*.test.ts',
        'sdk/src/risk/ExplorerDataProvider*.test.ts',
        // These cut the connection at every request. `transfer/interruption.test.ts` does the same and is run, to see what viem does then.
        'sdk/src/{bridge,shield,watch}/*interruption.test.ts',
      ],
    ),
  },
})
