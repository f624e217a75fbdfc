import { runs } from '@holdfast/testkit/tier'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { bytesToHex, checksumAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { keccak256 } from './keccak256.js'
import { writeAddress } from './writeAddress.js'

const message = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  fc.constantFrom(0, 1, 135, 136, 137, 271, 272, 273).map((length) => new Uint8Array(length).fill(0x5a)),
)

afterEach(() => void vi.unstubAllGlobals())

test('property: the hash is the reference’s, whatever was hashed before', () => {
  fc.assert(
    fc.property(message, (bytes) => {
      expect(keccak256(bytes)).toEqual(keccak_256(bytes))
    }),
    runs(300, 5_000),
  )
})

test('behavior: plain code hashes where WebAssembly is refused', async () => {
  vi.resetModules()
  vi.stubGlobal('WebAssembly', undefined)
  const { keccak256: plain } = await import('./keccak256.js')
  for (const length of [0, 40, 136, 500])
    expect(plain(new Uint8Array(length).fill(7))).toEqual(keccak_256(new Uint8Array(length).fill(7)))
})

test('property: an address has the checksum that the reference writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      expect(writeAddress(bytes)).toBe(checksumAddress(bytesToHex(bytes)))
    }),
    runs(300, 5_000),
  )
})
