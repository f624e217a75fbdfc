import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { RefusedPayment } from '../../../judge/createGrants.js'
import { describeRefusal } from './describeRefusal.js'

const chainId = 5_042_002
const payer: Address = '0x1111111111111111111111111111111111111111'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const collection: Address = '0x59468516a8259058baD1cA5F8f4BFF190d30E066'

const amountOf = (token: RefusedPayment['token'], amount: bigint) => {
  const report = { target: payee, sender: payer, level: 'block', reasons: [], complete: true } as const
  const payment = {
    payer,
    payee,
    chainId,
    payeeChainId: chainId,
    token,
    amount,
    report: { ...report, checkedAt: new Date(0) },
  }
  return describeRefusal({ code: '7K3P', payments: [payment], at: 0, user: '' }).payments[0]?.amount
}

test('an amount is shown in the unit of its token; that of an unknown token says what the number may be', () => {
  expect(amountOf('native', 1_500_000_000_000_000_000n)).toBe('at most 1.5 USDC')
  expect(amountOf('0x3600000000000000000000000000000000000000', 1_500_000n)).toBe('at most 1.5 USDC')
  expect(amountOf(collection, 2n ** 256n - 1n)).toBe('any amount')
  expect(amountOf(collection, 992n)).toBe(
    `at most 992 units of ${collection}; if that is a collection, its number 992 or a lower one`,
  )
})
