import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatValues, parseValues } from './valuesText.js'

/** What a row of the journal is made of. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt(),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value')),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('value'),
      { noNullPrototype: true },
    ),
  ),
}))

test('what is written is read as it was', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (one, indent) => {
      expect(parseValues(formatValues(one, indent))).toEqual(one)
    }),
    runs(300),
  )
})
