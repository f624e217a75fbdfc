import { spendDigest } from '@holdfast/sdk/shield'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { bytesToHex, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { createDigests } from './createDigests.js'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(bytesToHex(bytes)))
const uint256 = fc.bigInt(0n, 2n ** 256n - 1n)

test('property: equals the digest of the SDK', () => {
  const digestOf = createDigests()
  const spend = fc.record({
    account: address,
    target: address,
    chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    amount: uint256,
    nonce: uint256,
    action: fc.constantFrom(0 as const, 1 as const),
  })
  fc.assert(
    fc.property(spend, (given) => {
      expect(digestOf(given)).toBe(spendDigest(given))
      expect(digestOf({ ...given, amount: 1n })).toBe(spendDigest({ ...given, amount: 1n }))
    }),
    runs(400, 3_000),
  )
})
