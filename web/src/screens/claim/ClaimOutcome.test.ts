import {
  ClaimKeyInvalidError,
  InvalidInputError,
  TransferLockedError,
  TransferUnavailableError,
} from '@holdfast/sdk/errors'
import { expect, test } from 'vitest'
import { refusalOf } from './ClaimOutcome.js'

test.each([
  ['a code of another payment', new ClaimKeyInvalidError(42n), 'wrong_code'],
  ['a text that is not a code', new InvalidInputError('secret', 'It has 15 characters.'), 'wrong_code'],
  ['five wrong codes', new TransferLockedError(42n), 'locked'],
  ['a payment that is over', new TransferUnavailableError(42n, 'not_pending'), 'not_pending'],
  ['a deadline that has passed', new TransferUnavailableError(42n, 'expired'), 'expired'],
  ['an id of no payment', new TransferUnavailableError(42n, 'unknown'), 'unknown'],
])('default: %s is an outcome, and no attempts are counted', (_, error, fault) => {
  expect(refusalOf(error)).toEqual({ kind: 'refused', fault, attempts: undefined })
})

test.each([
  ['a state that says nothing of a claim', new TransferUnavailableError(42n, 'not_sender')],
  ['a defect', new TypeError('defect')],
])('error: %s is not hidden behind an outcome', (_, error) => {
  expect(() => refusalOf(error)).toThrow(error)
})
