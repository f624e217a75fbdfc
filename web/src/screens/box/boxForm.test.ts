import { MODE_PULL, MODE_PUSH } from '@holdfast/sdk/shield'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol } from '../../gallery/fixtures.js'
import { type BoxForm, emptyBoxForm, termsOf } from './boxForm.js'

const day = 86_400
const given = { token: carol, cosigner: alice, target: bob, now: 1_000 } as const
const terms = (form: Partial<BoxForm>) => termsOf({ ...emptyBoxForm, cap: '25', ...form }, given)

describe('termsOf', () => {
  test('default: payments up to a limit, for 30 days by the clock of the chain', () => {
    const { now: _, ...parties } = given
    const expiry = 1_000 + 30 * day
    expect(terms({})).toEqual({ ...parties, maxAmount: 25_000_000n, expiry, interval: 0, mode: MODE_PUSH })
  })

  test('behavior: a subscription has an interval, and the limit of one payment', () => {
    const form = { kind: 'pull', perPull: '3', every: 7 * day } as const
    expect(terms(form)).toMatchObject({ mode: MODE_PULL, interval: 7 * day, perPullMax: 3_000_000n })
  })

  test('behavior: without a limit of one payment only the total counts', () => {
    expect(terms({ kind: 'pull', perPull: '' })).not.toHaveProperty('perPullMax')
  })

  test('behavior: what was typed for a subscription does not count for payments', () => {
    const form = terms({ kind: 'pay', perPull: '3', every: 7 * day })
    expect(form).toMatchObject({ interval: 0, mode: MODE_PUSH })
    expect(form).not.toHaveProperty('perPullMax')
  })

  test.each([
    ['no limit', { cap: '' }],
    ['a limit that means two amounts', { cap: '1,500' }],
    ['a limit with a seventh decimal', { cap: '0.0000001' }],
    ['a payment that means two amounts', { kind: 'pull', perPull: '1,500' }],
  ] as const)('behavior: none with %s', (_, form) => {
    expect(terms(form)).toBeUndefined()
  })
})
