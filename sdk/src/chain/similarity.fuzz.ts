import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSimilar, isSimilar, sharedEnds } from './similarity.js'

/** Few digits, so that many addresses agree at their ends. */
const digit = fc.constantFrom(...'01abAB')
const address = fc
  .tuple(fc.array(digit, { minLength: 8, maxLength: 8 }), fc.array(digit, { minLength: 8, maxLength: 8 }))
  .map(([head, tail]) => `0x${head.join('')}${'0'.repeat(24)}${tail.join('')}`)

test('property: finds in a list what a comparison of each address finds, in any letter case', () => {
  fc.assert(
    fc.property(address, fc.array(address), (target, list) => {
      expect(findSimilar(target, list)).toEqual(list.filter((one) => isSimilar(sharedEnds(target, one))))
      expect(findSimilar(target, list)).toEqual(findSimilar(target.toUpperCase().replace('0X', '0x'), list))
    }),
    runs(300, 3_000),
  )
})
