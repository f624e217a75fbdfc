import type { Plan } from '@holdfast/sdk/plan'
import { describe, expect, test } from 'vitest'
import type { OpenRow } from '../../journal/openRow.js'
import { resumeOf } from './Doing.js'

/** A row of the journal, as far as this reads it. */
const rowOf = (operation: Plan['operation']) => ({ id: 'row', plan: { operation, params: {} } }) as OpenRow

describe('resumeOf', () => {
  test.each([1n, null])('default: an interrupted sweep goes on while the box holds %s', (balance) => {
    expect(resumeOf(rowOf('sweepToVault'), { balance }, undefined)).toMatchObject({ act: 'sweep', entry: 'row' })
  })

  test('behavior: an empty box is not emptied again', () => {
    expect(resumeOf(rowOf('sweepToVault'), { balance: 0n }, undefined)).toBeUndefined()
  })

  test('behavior: a payment is repeated whatever the box holds, since the operation finds what it has paid', () => {
    expect(resumeOf(rowOf('settlePrivatePayment'), { balance: 0n }, '0x02')).toMatchObject({
      act: 'pay',
      ephemeralPubKey: '0x02',
    })
  })
})
