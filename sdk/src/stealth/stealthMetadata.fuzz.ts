import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, checksumAddress, size } from 'viem'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { decodeStealthMetadata, encodeStealthMetadata } from './stealthMetadata.js'

const box = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => checksumAddress(bytesToHex(bytes)))
const label = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 30 }))

test('property: what is encoded comes back, and encodes to the same again', () => {
  fc.assert(
    fc.property(box, label, fc.nat(255), (to, text, viewTag) => {
      const metadata = encodeStealthMetadata(to, text, viewTag)
      const decoded = decodeStealthMetadata(metadata)
      expect(decoded).toMatchObject({ box: to, viewTag })
      expect(encodeStealthMetadata(to, decoded.label, viewTag)).toBe(metadata)
      expect(size(metadata)).toBeLessThanOrEqual(61)
    }),
    runs(1_000),
  )
})

test('property: short printable labels come back as they are', () => {
  fc.assert(
    fc.property(box, fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (to, text) => {
      expect(decodeStealthMetadata(encodeStealthMetadata(to, text)).label).toBe(text)
    }),
    runs(100),
  )
})

test('property: hostile bytes give a safe label, or a typed error where they are too few', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      if (bytes.length < 21) expect(() => decodeStealthMetadata(bytesToHex(bytes))).toThrow(InvalidInputError)
      else {
        const { label: text } = decodeStealthMetadata(bytesToHex(bytes))
        expect([...text].length).toBeLessThanOrEqual(40)
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }
    }),
    runs(1_000),
  )
})

test('property: any text at all is decoded or refused with a typed error', () => {
  fc.assert(
    fc.property(fc.anything(), (anything) => {
      try {
        decodeStealthMetadata(anything as `0x${string}`)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
      }
    }),
    runs(100),
  )
})
