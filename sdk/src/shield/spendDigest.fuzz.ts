import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { spendDigest, spendTypedData } from './spendDigest.js'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => bytesToHex(bytes))
const uint256 = fc.oneof(fc.bigInt(0n, 2n ** 256n - 1n), fc.constantFrom(0n, 1n, 2n ** 256n - 1n))
const spend = fc.record({
  account: address,
  chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  target: address,
  amount: uint256,
  nonce: uint256,
  action: fc.constantFrom(0 as const, 1 as const),
})

test('property: the digest is the hash of the typed data', () => {
  fc.assert(
    fc.property(spend, (params) => {
      expect(spendDigest(params)).toBe(hashTypedData(spendTypedData(params)))
    }),
    runs(200, 3_000),
  )
})

test('property: refuses what is not a uint256 or no action', () => {
  const wrong = fc.oneof(
    fc.record({ amount: fc.oneof(fc.bigInt({ max: -1n }), fc.bigInt({ min: 2n ** 256n })) }),
    fc.record({ nonce: fc.oneof(fc.bigInt({ max: -1n }), fc.bigInt({ min: 2n ** 256n })) }),
    fc.record({ action: fc.constantFrom(-1, 256) }),
  )
  fc.assert(
    fc.property(spend, wrong, (params, fault) => {
      expect(() => spendDigest({ ...params, ...fault } as typeof params)).toThrow()
    }),
    runs(50, 500),
  )
})
