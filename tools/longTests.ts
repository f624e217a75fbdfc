/**
 * Test files that take minutes, in the order in which they start. Each quarter of the deep tests gets one file of each group of four,
 * so that the quarters take equally long: the contracts are in the third, and keep both processors busy.
 */
export const longTests: readonly string[] = [
  'web/test/payments.matrix.test.ts',
  'web/test/accounts.matrix.test.ts',
  'web/test/transfers.matrix.test.ts',
  'web/test/bridge.matrix.test.ts',

  'guard/src/decode/decodeCall.fuzz.ts',
  'sdk/src/plan/plans.test.ts',
  'cli/test/relayed.test.ts',
  'service/src/abuse.fuzz.ts',

  'service/src/instances.test.ts',
  'web/test/daily.test.ts',
  'service/src/relay/kill.test.ts',
  'service/src/memory.test.ts',

  'service/src/keeper/kill.test.ts',
  'guard/src/decode/swaps.fuzz.ts',
  'sdk/src/wire/routes.fuzz.ts',
  'service/src/indexes/indexes.fuzz.ts',

  'web/test/keyboard.test.ts',
  'web/test/outages.test.ts',
  'sdk/src/bridge/interruption.test.ts',
  'web/test/gallery.test.ts',

  'web/test/flows.test.ts',
  'web/test/hub.matrix.test.ts',
  'guard/src/rpc/mixed.fuzz.ts',
  'web/test/pair.test.ts',

  'web/test/pay.test.ts',
  'service/src/indexes/kill.test.ts',
  'sdk/src/plan/decodePlan.fuzz.ts',
  'web/test/hidden.matrix.test.ts',
]
