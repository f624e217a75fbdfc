import type { Plan } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { OpenRow } from '../../journal/openRow.js'
import { resumeOf } from './Doing.js'

/** A row of the journal. */
function rowOf(operation: Plan['operation'], owner: Address = account): OpenRow {
  // What is not read is left out.
  return { id: 'row', plan: { operation, account, params: { owner } } } as never
}
const account = '0x1111111111111111111111111111111111111111'
const hidden = '0x2222222222222222222222222222222222222222'

describe('resumeOf', () => {
  test.each([1n, null])('default: an interrupted sweep goes on while the box holds %s', (balance) => {
    expect(resumeOf(rowOf('sweepToVault'), { balance }, undefined)).toMatchObject({ act: 'sweep', entry: 'row' })
  })

  test('behavior: an empty box is not emptied again', () => {
    expect(resumeOf(rowOf('sweepToVault'), { balance: 0n }, undefined)).toBeUndefined()
  })

  test('behavior: a payment is repeated whatever the box holds, since the operation finds what it has paid', () => {
    expect(resumeOf(rowOf('settlePrivatePayment'), { balance: 0n }, undefined)).toMatchObject({ act: 'pay' })
  })

  test('behavior: a payment of a hidden owner waits for its key', () => {
    const row = rowOf('settlePrivatePayment', hidden)
    expect(resumeOf(row, { balance: 5n }, undefined)).toBeUndefined()
    expect(resumeOf(row, { balance: 5n }, '0x02')).toMatchObject({ act: 'pay', ephemeralPubKey: '0x02' })
  })
})
