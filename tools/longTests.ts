/**
 * Test files that take minutes, in the order in which they start. Each quarter of the deep tests gets one file of each group. The
 * parts of the browser matrix wait most of their time; the test that computes most is in the quarter with the shortest program.
 */
export const longTests: readonly string[] = [
  'web/test/payments.matrix.test.ts',
  'web/test/networks.matrix.test.ts',
  'web/test/transfers.matrix.test.ts',
  'web/test/accounts.matrix.test.ts',

  'guard/src/decode/decodeCall.fuzz.ts',
  'web/test/outages.test.ts',
  'service/src/relay/kill.test.ts',
  'web/test/gallery.test.ts',

  'web/test/keyboard.test.ts',
  'web/test/daily.test.ts',
  'sdk/src/bridge/interruption.test.ts',
  'service/src/memory.test.ts',
]
