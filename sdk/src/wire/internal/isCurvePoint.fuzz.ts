import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCurvePoint } from './isCurvePoint.js'

const prime = 2n ** 256n - 2n ** 32n - 977n

test('agrees with noble-curves on every x', () => {
  const x = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.bigInt({ min: 0n, max: 300n }),
    fc.bigInt({ min: prime - 300n, max: 2n ** 256n - 1n }),
  )
  fc.assert(
    fc.property(fc.constantFrom('02', '03'), x, (sign, value) => {
      const compressed = `${sign}${value.toString(16).padStart(64, '0')}`
      expect(isCurvePoint(`0x${compressed}`)).toBe(isPoint(compressed))
    }),
    runs(300),
  )
})

function isPoint(compressed: string): boolean {
  try {
    secp256k1.Point.fromHex(compressed)
    return true
  } catch {
    return false
  }
}
