import { WireFormatError } from '@holdfast/sdk/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkSchema } from './checkSchema.js'

test.each(['Z9K7QXM3J5Y1VWVS', 'Z9K7-QXM3-J5Y1-VWVS', `0x${'5a'.repeat(32)}`])(
  'regression: a secret in the place of a name is told by neither schema nor decoder: %s',
  (secret) => {
    const decoder = z.unknown().transform(() => {
      throw new WireFormatError(`/policy/${secret}`, 'unknown_key')
    })
    expect(checkSchema(decoder, {})).toEqual({ errors: [{ pointer: '/policy/…', code: 'unknown_key' }] })
    expect(checkSchema(z.strictObject({}), { [secret]: 1 })).toEqual({
      errors: [{ pointer: '/…', code: 'unknown_key' }],
    })
  },
)

test('behavior: other names are told', () => {
  const decoder = z.unknown().transform(() => {
    throw new WireFormatError('/policy/max~1Amount', 'not_decimal')
  })
  expect(checkSchema(decoder, {})).toEqual({ errors: [{ pointer: '/policy/max~1Amount', code: 'not_decimal' }] })
})
