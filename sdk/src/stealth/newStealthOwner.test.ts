import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { generateStealthAddress } from './generateStealthAddress.js'
import { newStealthOwner } from './newStealthOwner.js'
import { stealthBoxSalt } from './stealthBoxSalt.js'
import vectors from './vectors.json' with { type: 'json' }

describe.each(vectors.vectors)('vector $id: $note', (v) => {
  const meta = { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex }
  const ephemeralKey = v.ephemeralPrivateKey as Hex
  const ours = { viewingKey: v.viewingPrivateKey as Hex, ephemeralPubKey: v.ephemeralPublicKey as Hex }
  const saltAt = (index: number) =>
    keccak256(
      concatHex([stringToHex('holdfast:box-salt:v1'), v.hashedSharedSecret as Hex, numberToHex(index, { size: 4 })]),
    )

  test('a stealth address and the first salt', () => {
    expect(newStealthOwner(meta, ephemeralKey)).toEqual({
      ...generateStealthAddress(meta, ephemeralKey),
      salt: saltAt(0),
    })
    expect(stealthBoxSalt(ours)).toBe(saltAt(0))
  })

  test('payer and recipient agree on every other salt', () => {
    for (const index of [0, 1, 15]) {
      expect(newStealthOwner(meta, ephemeralKey, { index }).salt).toBe(saltAt(index))
      expect(stealthBoxSalt(ours, index)).toBe(saltAt(index))
    }
  })
})

test('vector: one salt, written out', () => {
  const [v] = vectors.vectors as [(typeof vectors.vectors)[0]]
  expect(
    stealthBoxSalt({ viewingKey: v.viewingPrivateKey as Hex, ephemeralPubKey: v.ephemeralPublicKey as Hex }),
  ).toMatchInlineSnapshot(`"0x532d0972a1d5e9806e6c944d9b63774be003e0ba16f39bda9fd0811a6673ea7b"`)
})

test('default: a random owner, found again from what is announced', () => {
  const [v] = vectors.vectors as [(typeof vectors.vectors)[0]]
  const meta = { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex }
  const { ephemeralPubKey, salt } = newStealthOwner(meta)
  expect(stealthBoxSalt({ viewingKey: v.viewingPrivateKey as Hex, ephemeralPubKey })).toBe(salt)
})

test.each([-1, 16, 0.5, Number.NaN, '1' as unknown as number])('error: index %s', (index) => {
  const [v] = vectors.vectors as [(typeof vectors.vectors)[0]]
  const meta = { spendingPub: v.spendingPublicKey as Hex, viewingPub: v.viewingPublicKey as Hex }
  const ours = { viewingKey: v.viewingPrivateKey as Hex, ephemeralPubKey: v.ephemeralPublicKey as Hex }
  expect(() => newStealthOwner(meta, undefined, { index })).toThrow(InvalidInputError)
  expect(() => stealthBoxSalt(ours, index)).toThrow(InvalidInputError)
})

test('error: the recipient’s side refuses malformed keys', () => {
  const viewingKey: Hex = `0x${'11'.repeat(32)}`
  expect(() => stealthBoxSalt({ viewingKey, ephemeralPubKey: '0x02' })).toThrow(InvalidInputError)
  expect(() => stealthBoxSalt({ viewingKey: '0x', ephemeralPubKey: '0x02' })).toThrow(InvalidInputError)
})
