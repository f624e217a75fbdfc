import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { expect, test } from 'vitest'
import { addressWords } from './addressWords.js'
import { WORDS } from './list.js'
import { isWordsOf, readWords } from './readWords.js'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => bytesToHex(bytes))

test('property: words of an address are read back however they are typed', () => {
  fc.assert(
    fc.property(
      address,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(' ', ', ', '-', '\n'),
      (one, cuts, gap) => {
        const words = addressWords(one)
        const typed = words.map((word, index) => (cuts[index] ? word.slice(0, 4).toUpperCase() : word)).join(gap)
        expect(readWords(typed)).toEqual(words)
        expect(isWordsOf(one, typed)).toBe(true)
      },
    ),
    runs(100),
  )
})

test('property: hostile text is four words of the list or nothing', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(...WORDS),
    fc.constantFrom(' ', ',', '-'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const words = readWords(pieces.join(' '))
      expect(words === undefined || (words.length === 4 && words.every((word) => WORDS.includes(word)))).toBe(true)
    }),
    runs(200),
  )
})
