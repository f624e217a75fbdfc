import { configIdOf, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, payment, planOf } from '../../gallery/fixtures.js'
import { type KeptPayment, keptPaymentOf, OPEN } from '../send/keptPayment.js'
import { reviewedOf, swapsOf } from './swapsOf.js'

const plan = planOf(payment)
const { claimHash, configId = '0x' } = plan.params
/** What a row keeps of a payment to Bob. */
const kept = keptPaymentOf({ id: 'row', operation: 'executePlan', params: { plan } }) as KeptPayment
const reviewed = { to: bob, amount: payment.amount, configId, claimHash } as const
/** The same payment on chain. */
const mined: ProtectedTransfer = {
  ...reviewed,
  transferId: 42n,
  sender: alice,
  deadline: new Date(0),
  attempts: 0,
  status: 'PENDING',
}

describe('swapsOf', () => {
  test('default: nothing, whatever the case of its letters', () => {
    expect(swapsOf(mined, reviewed)).toEqual([])
    expect(swapsOf({ ...mined, to: bob.toLowerCase() as typeof bob }, reviewed)).toEqual([])
  })

  test.each([
    ['to', carol],
    ['amount', payment.amount - 1n],
    ['configId', `0x${'22'.repeat(32)}`],
    ['claimHash', `0x${'0'.repeat(24)}${'cd'.repeat(20)}`],
  ] as const)('behavior: another %s alone is named', (field, value) => {
    expect(swapsOf({ ...mined, [field]: value }, reviewed)).toEqual([field])
  })

  test('behavior: a link names its recipient when it is claimed, and not before', () => {
    const link = { ...reviewed, to: OPEN }
    expect(swapsOf({ ...mined, to: OPEN }, link)).toEqual([])
    expect(swapsOf({ ...mined, to: carol, status: 'CLAIMED' }, link)).toEqual([])
    // A payment to a thief, whose claim needs the secret of the link.
    expect(swapsOf({ ...mined, to: carol }, link)).toEqual(['to'])
  })

  test('behavior: a payment to a named recipient that is claimed by another one differs', () => {
    expect(swapsOf({ ...mined, to: carol, status: 'CLAIMED' }, reviewed)).toEqual(['to'])
  })
})

describe('reviewedOf', () => {
  test('default: the registered terms', () => {
    expect(reviewedOf(kept)).toMatchObject(reviewed)
  })

  test('behavior: terms that were not registered yet have the id that registering gives them', () => {
    const terms = { recallWindow: 3_600, claimMode: 3, feeBps: 0, feeRecipient: OPEN, verifier: OPEN }
    expect(reviewedOf({ ...kept, configId: undefined, terms })?.configId).toBe(configIdOf(alice, terms))
  })

  test('behavior: nothing is compared with a row that has no terms', () => {
    expect(reviewedOf({ ...kept, configId: undefined, terms: null })).toBeUndefined()
  })
})
