import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import {
  concatHex,
  type Hex,
  keccak256,
  numberToHex,
  serializeCompactSignature,
  signatureToCompactSignature,
  slice,
  toHex,
} from 'viem'
import { generatePrivateKey, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { fullSignature } from './fullSignature.js'

test('behavior: every form that a wallet gives becomes the same 65 bytes', async () => {
  const privateKey = generatePrivateKey()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), fc.integer({ min: 0, max: 109 }), async (text, chainId) => {
      const signature = await sign({ hash: keccak256(text), privateKey })
      const { r, s, yParity } = signature
      const full = concatHex([r, s, numberToHex(27 + (yParity ?? 0))])
      const ended = (v: number): Hex => concatHex([r, s, numberToHex(v, { size: 1 })])
      const forms = [
        full,
        full.toUpperCase().replace('0X', '0x') as Hex,
        ended(yParity ?? 0),
        ended(35 + 2 * chainId + (yParity ?? 0)),
        serializeCompactSignature(signatureToCompactSignature({ r, s, yParity: yParity ?? 0 })),
      ]
      expect(forms.map(fullSignature)).toEqual(forms.map(() => full))
    }),
    runs(30),
  )
})

test('behavior: other bytes are not a signature', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 130 }), (bytes) => {
      const full = fullSignature(toHex(bytes))
      const isForm =
        bytes.length === 64 ||
        (bytes.length === 65 &&
          ![...Array(25).keys()]
            .map((v) => v + 2)
            .concat(29, 30, 31, 32, 33, 34)
            .includes(bytes[64] ?? 0))
      expect(full !== undefined).toBe(isForm)
      if (full !== undefined) expect(slice(full, 0, 32)).toBe(slice(toHex(bytes), 0, 32))
    }),
    runs(200),
  )
})
