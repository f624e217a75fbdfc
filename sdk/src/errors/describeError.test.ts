import { describe, expect, test } from 'vitest'
import { describeError } from './describeError.js'
import { ServiceProblemError, ServiceUnavailableError } from './service.js'
import { TransactionUnconfirmedError } from './transaction.js'

describe('describeError', () => {
  test('an error of the library says it in data', () => {
    expect(describeError(new TransactionUnconfirmedError('paying', '0x12', undefined))).toEqual({
      code: 'transaction_unconfirmed',
      effect: 'open',
      retry: 'no',
      advice: { do: 'look_up_transaction', txHash: '0x12' },
      settles: false,
    })
  })

  test.each([
    ['an error from elsewhere', new TypeError('x')],
    ['a wrapper of an error of the library', new Error('x', { cause: new ServiceUnavailableError('x', 'timeout') })],
    ['an object that imitates one', { code: 'call_refused', effect: 'none', retry: 'later', settles: true }],
    ['a string', 'x'],
    ['undefined', undefined],
  ])('%s counts as open and settles nothing', (_, error) => {
    expect(describeError(error)).toMatchObject({ code: undefined, effect: 'open', retry: 'no', settles: false })
  })

  test.each([
    [400, 'none'],
    [429, 'none'],
    [500, 'open'],
    [502, 'open'],
    [503, 'none'],
    [504, 'open'],
  ])('a refusal of the service with status %i has effect %s', (status, effect) => {
    const facts = { code: 'x', detail: 'x', retryable: false }
    expect(describeError(new ServiceProblemError('asking', { status, ...facts })).effect).toBe(effect)
  })

  test('what was only read is not open', () => {
    expect(describeError(new ServiceUnavailableError('claiming', 'timeout')).effect).toBe('open')
    expect(describeError(new ServiceUnavailableError('reading', 'timeout', { effect: 'none' })).effect).toBe('none')
  })
})
