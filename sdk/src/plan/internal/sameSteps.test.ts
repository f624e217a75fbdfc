import { expect, test } from 'vitest'
import type { PlannedSignature, PlanStep, PlanValue } from '../types.js'
import { isPlanned } from './sameSteps.js'

/** A signature of this message. */
const step = (message: PlanValue): PlannedSignature => ({
  kind: 'signature',
  domain: { name: 'USDC' },
  primaryType: 'Pay',
  message,
  sealed: [],
})

test.each<[string, PlanValue, PlanValue]>([
  ['equal values', { a: '1', b: [1, true, null], c: { d: 'x' } }, { a: '1', b: [1, true, null], c: { d: 'x' } }],
  ['fields in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['an address in another letter case', { to: '0xabCD' }, { to: '0xABcd' }],
  ['a fee that is lower', { maxFee: '9' }, { maxFee: '10' }],
  ['a fee that is as high', { maxFee: '10' }, { maxFee: '10' }],
  ['a fee of a field of a field', { spec: { maxFee: '9' } }, { spec: { maxFee: '10' } }],
])('%s: the planned step', (_, actual, planned) => {
  expect(isPlanned(step(actual), step(planned))).toBe(true)
})

test.each<[string, PlanValue, PlanValue]>([
  ['another value', { a: '1' }, { a: '2' }],
  ['a text in another letter case', { a: 'Pay' }, { a: 'pay' }],
  ['a text that ends in 0x', { a: 'AB0x' }, { a: 'ab0x' }],
  ['hex and a text', { a: '0xab' }, { a: 'ab' }],
  ['a number and its text', { a: 1 }, { a: '1' }],
  ['true and its text', { a: true }, { a: 'true' }],
  ['another amount, though it is lower', { amount: '9' }, { amount: '10' }],
  ['a fee that is higher', { maxFee: '11' }, { maxFee: '10' }],
  ['a fee that is higher, and has fewer digits in front', { maxFee: '10' }, { maxFee: '9' }],
  ['a fee that is not a whole number', { maxFee: '0x1' }, { maxFee: '10' }],
  ['a planned fee that is not a whole number', { maxFee: '1' }, { maxFee: '0xff' }],
  ['a fee with more behind its digits', { maxFee: '1 ' }, { maxFee: '10' }],
  ['a planned fee of too many digits', { maxFee: '1' }, { maxFee: '1'.repeat(79) }],
  ['a fee without digits', { maxFee: '' }, { maxFee: '10' }],
  ['a fee that is a number', { maxFee: 9 }, { maxFee: '10' }],
  ['a planned fee that is a number', { maxFee: '9' }, { maxFee: 10 }],
  ['a field more', { a: 1, b: 2 }, { a: 1 }],
  ['a field fewer', { a: 1 }, { a: 1, b: 2 }],
  ['another field', { a: 1 }, { b: 1 }],
  ['a field of a prototype', { toString: null }, { a: 1 }],
  ['null and an object', null, {}],
  ['an object and null', {}, null],
  ['an object and a text', {}, ''],
  ['a text and an object', '', {}],
  ['a list and an object', [], {}],
  ['an object and a list', { 0: 1 }, [1]],
  ['a list in another order', [1, 2], [2, 1]],
  ['a longer list', [1, 2], [1]],
])('%s: another step', (_, actual, planned) => {
  expect(isPlanned(step(actual), step(planned))).toBe(false)
})

test('a step that is not in the plan, and one of another kind', () => {
  const call: PlanStep = { kind: 'transaction', chainId: 1, calls: [], sealed: [] }
  expect([isPlanned(step(null), undefined), isPlanned(call, step(null)), isPlanned(call, call)]).toEqual([
    false,
    false,
    true,
  ])
  expect(isPlanned(call, { ...call, chainId: 2 })).toBe(false)
})
