import { bytesToHex, concatHex, type Hex, size, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { decodeStealthMetadata, encodeStealthMetadata } from './stealthMetadata.js'
import vectors from './vectors.json' with { type: 'json' }

const box = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const lower = box.slice(2).toLowerCase()
const labelled = (label: Hex) => decodeStealthMetadata(concatHex(['0x1f', box, label])).label

describe('encodeStealthMetadata', () => {
  test('default: tag 0, box, no label', () => {
    expect(encodeStealthMetadata(box)).toBe(`0x00${lower}`)
  })

  test('behavior: tag, box, label', () => {
    expect(encodeStealthMetadata(box, 'Miete für März', 255)).toBe(
      `0xff${lower}${stringToHex('Miete für März').slice(2)}`,
    )
  })

  test.each([
    ['ascii', 'x'.repeat(50), 'x'.repeat(40)],
    ['exactly full', `${'x'.repeat(38)}ü`, `${'x'.repeat(38)}ü`],
    ['a character of two bytes cut', `${'x'.repeat(39)}ü`, 'x'.repeat(39)],
    ['a character of three bytes cut', `${'x'.repeat(38)}€`, 'x'.repeat(38)],
    ['a character of four bytes cut', `${'x'.repeat(37)}🎁`, 'x'.repeat(37)],
    ['a character of four bytes fits', `${'x'.repeat(36)}🎁y`, `${'x'.repeat(36)}🎁`],
  ])('behavior: a long label is cut between characters, %s', (_, label, kept) => {
    const metadata = encodeStealthMetadata(box, label)
    expect(decodeStealthMetadata(metadata).label).toBe(kept)
    expect(size(metadata)).toBeLessThanOrEqual(61)
  })

  test('error: box or tag malformed', () => {
    expect(() => encodeStealthMetadata('0x12')).toThrow(InvalidAddressError)
    for (const tag of [-1, 256, 1.5, Number.NaN])
      expect(() => encodeStealthMetadata(box, '', tag)).toThrow(InvalidInputError)
  })
})

describe('decodeStealthMetadata', () => {
  test.each([
    ['garbage', '0xff80c3', '\ufffd\ufffd\ufffd'],
    ['a character cut off', '0x61e282', 'a\ufffd'],
    ['controls', stringToHex('a\u0000b\nc\u007fd\u0085'), 'abcd'],
    ['text of the other direction', stringToHex('pay \u202egnp.exe\u2069'), 'pay gnp.exe'],
    ['invisible characters', stringToHex('re\u200bn\u200dt\ufeff\u2060\u00ad'), 'rent'],
    ['invisible tags', stringToHex('rent\u{e0061}\u{e007f}'), 'rent'],
    ['a byte order mark', '0xefbbbf61', 'a'],
    ['line separators', stringToHex('a\u2028b\u2029c'), 'abc'],
    ['other scripts stay', stringToHex('家賃 إيجار שכר 🎁'), '家賃 إيجار שכר 🎁'],
    ['markup is text', stringToHex('<b>'), '<b>'],
    ['too long', bytesToHex(new TextEncoder().encode('ü'.repeat(30))), 'ü'.repeat(20)],
    ['too long and odd', bytesToHex(new TextEncoder().encode(`a${'ü'.repeat(30)}`)), `a${'ü'.repeat(19)}`],
    ['too long garbage', `0x${'80'.repeat(1000)}`, '\ufffd'.repeat(37)],
  ] as const)('a stranger’s label: %s', (_, bytes, label) => {
    expect(labelled(bytes)).toBe(label)
  })

  test.each(vectors.vectors)('the standard’s 57-byte layout has its tag in the same place: vector $id', (v) => {
    expect(decodeStealthMetadata(v.metadataErc20.metadata as Hex).viewTag).toBe(Number(v.viewTag))
  })

  test.each(['0x', '0x1f', `0x1f${lower.slice(2)}`, `0x1f${lower}f`, `1f${lower}`, `0x1f${lower}zz`, 12, null])(
    'error: refuses %s',
    (metadata) => {
      expect(() => decodeStealthMetadata(metadata as Hex)).toThrow(InvalidInputError)
    },
  )
})
