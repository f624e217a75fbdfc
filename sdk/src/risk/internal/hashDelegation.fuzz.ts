import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { getAddress, hashAuthorization, toHex } from 'viem/utils'
import { expect, test } from 'vitest'
import { hashDelegation } from './hashDelegation.js'

const numbers = fc.oneof(
  fc.constantFrom(0, 1, 127, 128, 255, 256, 65_535, 65_536, Number.MAX_SAFE_INTEGER),
  fc.maxSafeNat(),
)
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes)))

test('behavior: the hash of a delegation is the one that viem computes', () => {
  fc.assert(
    fc.property(numbers, addresses, numbers, (chainId, address, nonce) => {
      expect(hashDelegation({ chainId, address, nonce })).toBe(hashAuthorization({ chainId, address, nonce }))
    }),
    runs(500),
  )
})
