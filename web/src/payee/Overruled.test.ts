import type { RiskReport } from '@holdfast/sdk/risk'
import { expect, test } from 'vitest'
import { decisionOn } from './Overruled.js'

const [alice, bob, carol] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`, `0x${'c3'.repeat(20)}`] as const
const report: RiskReport = {
  sender: alice,
  target: bob,
  level: 'block',
  reasons: [],
  chainId: 1,
  complete: true,
  checkedAt: new Date(0),
}
const overruled = { report, at: 0 }

test('a decision is found for a later report of the same payment', () => {
  expect(decisionOn({ ...report, level: 'warning' }, overruled)).toBe(overruled)
  expect(decisionOn(report, undefined)).toBe(undefined)
  expect(decisionOn(undefined, overruled)).toBe(undefined)
})

test.each([{ sender: carol }, { target: carol }, { chainId: 2 }])('behavior: not for another one: %j', (other) => {
  expect(decisionOn({ ...report, ...other }, overruled)).toBe(undefined)
})
