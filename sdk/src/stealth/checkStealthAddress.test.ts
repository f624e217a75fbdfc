import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { checkStealthAddress } from './checkStealthAddress.js'
import vectors from './vectors.json' with { type: 'json' }

describe.each(vectors.vectors)('vector $id: $note', (v) => {
  const viewTag = Number(v.viewTag)
  const parameters = {
    viewingKey: v.viewingPrivateKey as Hex,
    spendingPub: v.spendingPublicKey as Hex,
    ephemeralPubKey: v.ephemeralPublicKey as Hex,
  }

  test('ours, with the tag and without', () => {
    expect(checkStealthAddress(parameters)).toBe(v.stealthAddress)
    expect(checkStealthAddress({ ...parameters, viewTag })).toBe(v.stealthAddress)
    expect(checkStealthAddress({ ...parameters, viewTag: (viewTag + 1) % 256 })).toBeNull()
  })

  test('a foreign viewing key gets another address, or none where the tag differs', () => {
    const viewingKey = v.notOurs.viewingPrivateKey as Hex
    expect(checkStealthAddress({ ...parameters, viewingKey })).not.toBe(v.stealthAddress)
    if (Number(v.notOurs.viewTagComputed) !== viewTag)
      expect(checkStealthAddress({ ...parameters, viewingKey, viewTag })).toBeNull()
  })
})

const [vector] = vectors.vectors as [(typeof vectors.vectors)[0]]
const keys = { viewingKey: vector.viewingPrivateKey as Hex, spendingPub: vector.spendingPublicKey as Hex }

test.each([
  '0x',
  '0x02',
  `0x02${'00'.repeat(32)}`,
  `0x02${'ff'.repeat(32)}`,
  `0x04${vector.ephemeralPublicKey.slice(4)}`,
  `${vector.ephemeralPublicKey}00`,
  vector.ephemeralPublicKey.slice(2),
  'nonsense',
  undefined as unknown as string,
])('a stranger’s malformed key is no one’s payment: %s', (ephemeralPubKey) => {
  expect(checkStealthAddress({ ...keys, ephemeralPubKey: ephemeralPubKey as Hex })).toBeNull()
})

test('upper-case hex is legal', () => {
  const ephemeralPubKey: Hex = `0x${vector.ephemeralPublicKey.slice(2).toUpperCase()}`
  expect(checkStealthAddress({ ...keys, ephemeralPubKey })).toBe(vector.stealthAddress)
})

test('error: one of our own keys is malformed', () => {
  const ephemeralPubKey = vector.ephemeralPublicKey as Hex
  expect(() => checkStealthAddress({ ...keys, ephemeralPubKey, viewingKey: '0x00' })).toThrow(InvalidInputError)
  expect(() => checkStealthAddress({ ...keys, ephemeralPubKey, spendingPub: '0x02' })).toThrow(InvalidInputError)
})
