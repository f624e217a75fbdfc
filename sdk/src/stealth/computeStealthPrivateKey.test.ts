import { type Hex, numberToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { computeStealthPrivateKey } from './computeStealthPrivateKey.js'
import vectors from './vectors.json' with { type: 'json' }

test.each(vectors.vectors)('vector $id: $note', (v) => {
  const key = computeStealthPrivateKey({
    spendingKey: v.spendingPrivateKey as Hex,
    viewingKey: v.viewingPrivateKey as Hex,
    ephemeralPubKey: v.ephemeralPublicKey as Hex,
  })
  expect(key).toBe(v.stealthPrivateKey)
  expect(privateKeyToAddress(key)).toBe(v.stealthAddress)
})

describe('error', () => {
  const [vector] = vectors.vectors as [(typeof vectors.vectors)[0]]
  const parameters = {
    spendingKey: vector.spendingPrivateKey as Hex,
    viewingKey: vector.viewingPrivateKey as Hex,
    ephemeralPubKey: vector.ephemeralPublicKey as Hex,
  }

  test.each([
    ['spendingKey', `0x${'00'.repeat(32)}`],
    ['spendingKey', `0x${'dead'.repeat(17)}`],
    ['viewingKey', `0x${'dead'.repeat(8)}`],
    ['ephemeralPubKey', `0x02${'00'.repeat(32)}`],
    ['ephemeralPubKey', '0x02'],
  ] as const)('%s malformed', (parameter, value) => {
    const attempt = () => computeStealthPrivateKey({ ...parameters, [parameter]: value })
    expect(attempt).toThrow(expect.objectContaining({ name: 'InvalidInputError', parameter }))
    try {
      attempt()
    } catch (error) {
      expect(String(error)).not.toContain('dead')
    }
  })

  test('a spending key that the secret cancels', () => {
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const spendingKey = numberToHex(n - BigInt(vector.hashedSharedSecret), { size: 32 })
    expect(() => computeStealthPrivateKey({ ...parameters, spendingKey })).toThrow(InvalidInputError)
  })
})
