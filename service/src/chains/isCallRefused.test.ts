import { expect, test } from 'vitest'
import { isCallRefused } from './isCallRefused.js'

test.each<[string, unknown, boolean]>([
  ['error 3', { code: 3, message: 'execution reverted' }, true],
  ['error 3 inside another one', new Error('call', { cause: { code: 3 } }), true],
  ['an older code with its words', { code: -32000, message: 'execution reverted: 0x' }, true],
  ['an older code with its words in the details', { code: -32015, message: 'failed', details: 'VM Reverted' }, true],
  ['another verdict', { code: -32000, message: 'insufficient funds' }, false],
  ['a broken answer that has the word', new Error('The revert of https://node.example failed.'), false],
  ['no answer', new Error('timeout'), false],
  ['nothing', undefined, false],
])('%s', (_, error, isRefused) => {
  expect(isCallRefused(error)).toBe(isRefused)
})

test('behavior: ends when causes form a cycle', () => {
  const error = new Error('one')
  error.cause = error
  expect(isCallRefused(error)).toBe(false)
})
