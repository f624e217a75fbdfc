import { tiered } from '@holdfast/testkit/tier'
import { bytesToHex, hashMessage, hexToBytes, keccak256, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSignerRecovery, parseSignature, type SignerRecovery } from './createSignerRecovery.js'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hex = (value: bigint) => value.toString(16).padStart(64, '0')
const one = hex(1n)

let recovery: SignerRecovery
beforeAll(async () => {
  recovery = await createSignerRecovery()
})

describe('parseSignature', () => {
  test.each(['00', '01', '1b', '1c', '1B'])('default: v %s', (v) => {
    expect(parseSignature(`0x${one}${one}${v}`)?.recoveryId).toBe(Number.parseInt(v, 16) % 27)
  })

  test('behavior: the bounds', () => {
    expect(parseSignature(`0x${hex(order - 1n)}${hex(order / 2n)}1b`)).toBeDefined()
    for (const wrong of [`${hex(order)}${one}`, `${one}${hex(order / 2n + 1n)}`, `${one}${hex(order - 1n)}`])
      expect(parseSignature(`0x${wrong}1b`)).toBeUndefined()
    for (const wrong of [`${hex(0n)}${one}`, `${one}${hex(0n)}`, `${hex(2n ** 256n - 1n)}${one}`])
      expect(parseSignature(`0x${wrong}1b`)).toBeUndefined()
  })

  test.each([
    '',
    '0x',
    `0x${one}${one}`,
    `0X${one}${one}1b`,
    `0x${one}${one}1b00`,
    `0x${one}${one}zz`,
    ` 0x${one}${one}1b`,
  ])('error: %s', (wrong) => {
    expect(parseSignature(wrong)).toBeUndefined()
  })

  test('error: every other v', () => {
    for (let v = 0; v < 256; v++)
      expect(parseSignature(`0x${one}${one}${v.toString(16).padStart(2, '0')}`) !== undefined).toBe(
        [0, 1, 27, 28].includes(v),
      )
  })
})

describe('recover', () => {
  test('default: agrees with viem on signatures', async () => {
    for (let index = 0; index < 500; index++) {
      const key = generatePrivateKey()
      const message = `message ${index} ${'ü'.repeat(index % 7)}`
      const signature = await sign({ hash: hashMessage(message), privateKey: key, to: 'hex' })
      const parsed = parseSignature(signature)
      if (parsed === undefined) throw new Error('not parsed')
      expect(recovery.recover(recovery.messageDigest(message), parsed)).toBe(
        privateKeyToAccount(key).address.toLowerCase(),
      )
    }
  })

  test('behavior: agrees with viem on thousands of mutated and made-up signatures', async () => {
    const random = generator(7)
    const key = generatePrivateKey()
    let recovered = 0
    let refused = 0
    for (let index = 0; index < tiered(1_200, 6_000); index++) {
      const digest = keccak256(random(32))
      const bytes = index % 2 === 0 ? random(65) : hexToBytes(await sign({ hash: digest, privateKey: key, to: 'hex' }))
      // Half of the made-up signatures must pass the first check.
      if (index % 4 === 0) bytes[32] = (bytes[32] ?? 0) & 0x7f
      bytes[64] = [0, 1, 27, 28][index % 4 === 1 ? index % 3 : index % 4] ?? 0
      if (index % 2 === 1) flip(bytes, random(2))
      const parsed = parseSignature(bytesToHex(bytes))
      if (parsed === undefined) {
        refused++
        continue
      }
      const given = bytesToHex(Uint8Array.of(...parsed.compact, 27 + parsed.recoveryId))
      const expected = await recoverAddress({ hash: digest, signature: given }).then(
        (address) => address.toLowerCase(),
        () => undefined,
      )
      expect(recovery.recover(hexToBytes(digest), parsed)).toBe(expected)
      recovered++
    }
    expect(recovered).toBeGreaterThan(500)
    expect(refused).toBeGreaterThan(50)
  })

  test('behavior: a signature that fits no key', () => {
    // No point of the curve has the x coordinate 5.
    const parsed = parseSignature(`0x${hex(5n)}${one}1b`)
    expect(parsed && recovery.recover(hexToBytes(keccak256('0x')), parsed)).toBeUndefined()
  })
})

describe('messageDigest', () => {
  test.each(['', 'a', 'ü€𝄞', 'x'.repeat(1000), '0x1234'])('default: agrees with viem on %s', (message) => {
    expect(bytesToHex(recovery.messageDigest(message))).toBe(hashMessage(message))
  })
})

describe('bodyHash', () => {
  test('default', () => {
    const { bodyHash } = recovery
    expect(bodyHash(new Uint8Array())).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
    const text = Buffer.from('0x1234')
    expect(bodyHash(text)).toBe(keccak256(bytesToHex(text)))
    expect(bodyHash(text)).not.toBe(keccak256('0x1234'))
  })

  test('behavior: agrees with viem on every length up to five blocks, and far beyond', () => {
    const random = generator(11)
    for (const length of [...Array(681).keys(), 8_192, 100_000]) {
      const body = random(length)
      expect(recovery.bodyHash(body)).toBe(keccak256(body))
    }
  })

  test('behavior: a hash does not change when another one is computed', () => {
    const digest = recovery.messageDigest('one')
    recovery.messageDigest('another')
    expect(bytesToHex(digest)).toBe(hashMessage('one'))
  })
})

function flip(bytes: Uint8Array, [at = 0, bit = 0]: Uint8Array): void {
  const index = at % 64
  bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit % 8))
}

/** Generates the same bytes in every run. */
function generator(seed: number): (length: number) => Uint8Array {
  let state = seed
  return (length) =>
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    })
}
