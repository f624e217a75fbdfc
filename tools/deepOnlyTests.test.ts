import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { deepOnlyTests, isDeepOnly } from './deepOnlyTests.js'

const deep = "describe.skipIf(!hasBrowser || tiered(true, false))('each screen', () => {\n  test('one', run)\n})\n"

test('isDeepOnly: no block runs in the short form', () => {
  expect(isDeepOnly(deep)).toBe(true)
  expect(isDeepOnly(deep + deep)).toBe(true)
  expect(isDeepOnly(`${deep}test('one', run)\n`)).toBe(false)
  expect(isDeepOnly("describe.skipIf(!hasBrowser)('a page', () => {})\n")).toBe(false)
  expect(isDeepOnly('const runs = tiered(true, false)\n')).toBe(false)
})

test('deepOnlyTests: those of the page and of killed relays that take minutes, and none that `npm test` needs', () => {
  const found = deepOnlyTests(fileURLToPath(new URL('..', import.meta.url)), ['*/{src,test}/**/*.{test,fuzz}.ts'])
  expect(found).toContain('web/test/payments.matrix.test.ts')
  expect(found).not.toContain('web/test/pay.test.ts')
  // The keeper's kills, of the same outbox, are in the short form, and so is one service that is killed.
  expect(found.filter((file) => !file.startsWith('web/test/'))).toEqual(['service/src/relay/kill.test.ts'])
})
