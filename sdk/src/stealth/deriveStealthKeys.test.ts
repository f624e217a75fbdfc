import { concatHex, type Hex, keccak256, numberToHex, size, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { deriveStealthKeys, STEALTH_KEY_MESSAGE } from './deriveStealthKeys.js'
import vectors from './vectors.json' with { type: 'json' }

const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => numberToHex(value, { size: 32 })
const join = (r: bigint, s: bigint, v: Hex = '0x1b') => concatHex([word(r), word(s), v])

test.each(vectors.signatureVectors)('vector: $name', ({ signature, keccakRule }) => {
  expect(deriveStealthKeys(signature as Hex)).toEqual({
    spendingKey: keccakRule.spendingPrivateKey,
    viewingKey: keccakRule.viewingPrivateKey,
    spendingPub: keccakRule.spendingPublicKey,
    viewingPub: keccakRule.viewingPublicKey,
  })
})

describe('one key pair for every way of writing a signature', () => {
  const signature = vectors.signatureVectors[0]?.signature as Hex
  const keys = deriveStealthKeys(signature)
  const [r, s] = [BigInt(slice(signature, 0, 32)), BigInt(slice(signature, 32, 64))]

  test.each([
    ['v 0', join(r, s, '0x00')],
    ['v 1', join(r, s, '0x01')],
    ['v 28', join(r, s, '0x1c')],
    ['high s', join(r, n - s)],
    ['EIP-2098, even', concatHex([word(r), word(s)])],
    ['EIP-2098, odd', concatHex([word(r), word(s | (1n << 255n))])],
    ['upper case', `0x${signature.slice(2).toUpperCase()}`],
  ] as const)('%s', (_, written) => {
    expect(deriveStealthKeys(written)).toEqual(keys)
  })

  test('leading zeros of r and s are hashed', () => {
    expect(deriveStealthKeys(join(1n, 2n))).toMatchObject({
      spendingKey: keccak256(word(1n)),
      viewingKey: keccak256(word(2n)),
    })
  })
})

test('an account’s own signature of the message gives the same keys every time', async () => {
  const account = privateKeyToAccount(vectors.signatureVectors[0]?.signerPrivateKey as Hex)
  const sign = () => account.signMessage({ message: STEALTH_KEY_MESSAGE })
  const keys = deriveStealthKeys(await sign())
  expect(deriveStealthKeys(await sign())).toEqual(keys)
  expect(size(keys.spendingPub)).toBe(33)
})

test('the message never changes', () => {
  expect(keccak256(new TextEncoder().encode(STEALTH_KEY_MESSAGE))).toMatchInlineSnapshot(
    `"0x104f59ea6eb0d7b72d2ad8100ef93136b2620110c9190e739312eea9a1b3ff82"`,
  )
  expect(STEALTH_KEY_MESSAGE).toMatchInlineSnapshot(`
    "Holdfast stealth keys, version 1

    This signature derives the keys that find and spend the private payments you receive with Holdfast. Whoever has it can see and take all of them, now and later.

    Sign only in an app that you trust. Signing sends no transaction and costs nothing."
  `)
})

describe('error: refused without repeating it', () => {
  const secret = 'deadbeef'.repeat(8)
  test.each([
    ['empty', '0x'],
    ['one byte short', `0x${secret}${secret.slice(2)}`],
    ['one byte long', `0x${secret}${secret}1b1b`],
    ['ERC-6492', `0x${secret}${'6492'.repeat(80)}`],
    ['odd digits', `0x${secret}${secret}1`],
    ['not hex', `0x${secret}${secret}zz`],
    ['no prefix', `${secret}${secret}1b`],
    ['r zero', join(0n, 7n)],
    ['s zero', join(7n, 0n)],
    ['r at n', join(n, 7n)],
    ['s at n', join(7n, n)],
    ['EIP-2098 s zero', concatHex([word(7n), word(1n << 255n)])],
    ['no string', 12 as unknown as string],
    ['absent', undefined as unknown as string],
  ])('%s', (_, written) => {
    expect(() => deriveStealthKeys(written as Hex)).toThrow(InvalidInputError)
    try {
      deriveStealthKeys(written as Hex)
    } catch (error) {
      expect(String(error)).not.toMatch(/deadbeef|6492/)
    }
  })
})
