import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { checksumAddress, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { parseAddress, parseParty } from './address.js'

const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('default: any one case, or the checksum', () => {
  const digits = checksummed.slice(2)
  for (const text of [checksummed, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
    expect(parseAddress('to', text)).toBe(checksummed)
})

test('error: a wrong checksum', () => {
  const wrong = checksummed.replace('aA', 'Aa')
  expect(() => parseAddress('to', wrong)).toThrow(`The address of \`to\`, "${wrong}", has a wrong checksum.`)
})

test.each([
  '',
  '0x',
  checksummed.slice(0, -1),
  `${checksummed}0`,
  checksummed.slice(2),
  `0X${checksummed.slice(2)}`,
  'vitalik.eth',
  null,
])('error: %s', (text) => {
  expect(() => parseAddress('to', text as string)).toThrow('is not 0x followed by 40 hexadecimal characters')
})

test('parseParty: error: the zero address', () => {
  expect(parseAddress('to', zeroAddress)).toBe(zeroAddress)
  expect(() => parseParty('to', zeroAddress)).toThrow('is the zero address')
})

test('behavior: of all ways to mix the case, only the checksum passes', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{40}$/)
  fc.assert(
    fc.property(hex, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (digits, upper) => {
      const right = checksumAddress(`0x${digits}` as Hex)
      const mixed = [...digits].map((digit, index) => (upper[index] ? digit.toUpperCase() : digit)).join('')
      const isFine = `0x${mixed}` === right || mixed === digits || mixed === digits.toUpperCase()
      if (isFine) expect(parseAddress('to', `0x${mixed}`)).toBe(right)
      else expect(() => parseAddress('to', `0x${mixed}`)).toThrow(expect.objectContaining({ code: 'invalid_address' }))
    }),
    runs(100),
  )
})
