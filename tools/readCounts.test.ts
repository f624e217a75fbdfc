import { describe, expect, test } from 'vitest'
import { readCounts, readFailures, readLastLine } from './readCounts.js'

const vitest = `
 Test Files  1 failed | 2 passed (3)
      Tests  1 failed | 20 passed | 2 skipped | 1 todo (24)
   Start at  14:20:29
`
const forge = `
Ran 12 tests for test/Claim.t.sol:ClaimTest
Suite result: ok. 12 passed; 0 failed; 0 skipped; finished in 6.20ms (5.67ms CPU time)

Ran 2 test suites in 100.43ms (103.99ms CPU time): 40 tests passed, 3 failed, 1 skipped (44 total tests)
`

describe('readCounts', () => {
  test('default: reads both runners from one stream', () => {
    expect(readCounts(vitest + forge)).toEqual({
      vitest: { passed: 20, failed: 1, skipped: 3 },
      forge: { passed: 40, failed: 3, skipped: 1 },
    })
  })

  test('behavior: ignores colours, and takes the last summary of several', () => {
    const coloured =
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m5 passed\u001b[39m\u001b[22m\u001b[90m (5)\u001b[39m\n'
    expect(readCounts(vitest + coloured).vitest).toEqual({ passed: 5, failed: 0, skipped: 0 })
  })

  test('error: a runner without a summary is undefined, not zero failures', () => {
    expect(readCounts('Error: Cannot find module')).toEqual({ vitest: undefined, forge: undefined })
  })
})

describe('readFailures', () => {
  test('default: names what failed under both runners once, whatever colours it has', () => {
    const failed = `
 \u001b[31mFAIL\u001b[39m  alone  web/test/daily.test.ts > the screens of every day > a request
TimeoutError: locator.click: Timeout 100000ms exceeded.
 FAIL  |alone| web/test/daily.test.ts > the screens of every day > a request
 FAIL  sdk/src/broken.test.ts [ sdk/src/broken.test.ts ]
[FAIL: assertion failed: 1 != 2] test_Claim_PaysRecipient() (gas: 90210)
`
    expect(readFailures(failed)).toEqual([
      'web/test/daily.test.ts > the screens of every day > a request',
      'sdk/src/broken.test.ts [ sdk/src/broken.test.ts ]',
      'test_Claim_PaysRecipient()',
    ])
  })

  test('behavior: names an error outside any test, with which a run fails although each test passed', () => {
    const ended = `
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯

Vitest caught 1 unhandled error during the test run.
This might cause false positive tests. Resolve unhandled errors to make sure your tests are not affected.

\u001b[31m⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯\u001b[39m
Error: [vitest-worker]: Timeout calling "onTaskUpdate"
 ❯ Object.onTimeoutError node_modules/vitest/dist/chunks/rpc.js:53:10
This error originated in "sdk/src/slow.test.ts" test file. It doesn't mean the error was thrown inside the file itself.
`
    expect(readFailures(ended)).toEqual([
      'Unhandled Error: Error: [vitest-worker]: Timeout calling "onTaskUpdate"',
      'while sdk/src/slow.test.ts ran',
    ])
  })

  test('behavior: leaves out a test that passed, whatever its name', () => {
    expect(readFailures(' ✓ the fee came out too low (FAILED) 448ms\n[PASS] test_Fails() (gas: 1)\n')).toEqual([])
  })
})

describe('readLastLine', () => {
  test('default: what a command of ours counted', () => {
    expect(readLastLine('1 passed, 1 failed\n\n12 passed, 0 failed\n')).toEqual({ passed: 12, failed: 0 })
  })

  test('error: undefined when the command ended before it counted', () => {
    expect(readLastLine('12 passed, 0 failed\nKilled\n')).toBeUndefined()
  })
})
