import { expect, test } from 'vitest'
import { payment, planOf } from '../../gallery/fixtures.js'
import { keptPaymentOf, OPEN } from './keptPayment.js'

const plan = planOf(payment)
const read = (changed: object, operation: string | null = 'executePlan') =>
  keptPaymentOf({ id: 'row', operation, params: { plan: { ...plan, ...changed } } })

test('default: the payment that a row was made for', () => {
  const { to, amount, claimHash, configId } = plan.params
  const { account, chainId, terms } = plan
  const found = { entry: 'row', isLink: false, account, chainId, to, amount, claimHash, configId, terms, fromBlock: 1n }
  expect(read({})).toEqual(found)
})

test('behavior: a payment link is paid to no address yet', () => {
  const { to: _, ...params } = plan.params
  expect(read({ operation: 'createPaymentLink', params })).toMatchObject({ isLink: true, to: OPEN })
})

test.each([
  ['of another write', {}, 'cancel'],
  ['of secrets alone', {}, null],
  ['of another plan', { operation: 'fundEphemeral' }, 'executePlan'],
  ['without its block', { asOf: undefined }, 'executePlan'],
  ['without parameters', { params: null }, 'executePlan'],
  ['without a recipient', { params: { ...plan.params, to: undefined } }, 'executePlan'],
  ['without a claim hash', { params: { ...plan.params, claimHash: undefined } }, 'executePlan'],
  ['without an amount', { params: { ...plan.params, amount: undefined } }, 'executePlan'],
])('behavior: a row %s is left out', (_, changed, operation) => {
  expect(read(changed, operation)).toBeUndefined()
})

test('behavior: a row without a plan is left out', () => {
  expect(keptPaymentOf({ id: 'row', operation: 'executePlan', params: {} })).toBeUndefined()
})
