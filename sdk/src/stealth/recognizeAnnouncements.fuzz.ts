import { runs } from '@holdfast/testkit/tier'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { type Address, bytesToHex, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { announceArgsFor } from './announceArgsFor.js'
import { checkStealthAddress } from './checkStealthAddress.js'
import { newStealthOwner } from './newStealthOwner.js'
import { recognizeAnnouncements } from './recognizeAnnouncements.js'
import { decodeStealthMetadata } from './stealthMetadata.js'
import type { RawAnnouncement } from './types.js'

const n = secp256k1.Point.Fn.ORDER
const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n
const key = fc
  .oneof(
    fc.bigInt(1n, n - 1n),
    fc.bigInt(1n, 50n),
    fc.bigInt(1n, 50n).map((distance) => n - distance),
    fc.bigInt(1n, 50n).map((times) => (times * lambda) % n),
  )
  .map((value) => numberToHex(value, { size: 32 }))
const publicKey = (secret: Hex): Hex => `0x${secp256k1.Point.BASE.multiply(BigInt(secret)).toHex()}`
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((raw) => bytesToHex(raw))

const twist = [
  '19d38019a1300a25acceee9c17677133b93b9fceda194b89d9c53ab84c10114a',
  'f8f599f937dd2c5036fc75d00927c9484d36e7084f249e6afa92fc1cfdec6cad',
  '00'.repeat(32),
  'ff'.repeat(32),
  'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e',
  'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f',
]
const anyPoint = fc.oneof(
  key.map(publicKey),
  bytes(33),
  fc.tuple(fc.constantFrom('02', '03'), bytes(32)).map(([prefix, x]) => `0x${prefix}${x.slice(2)}`),
  fc.tuple(fc.constantFrom('02', '03', '04'), fc.constantFrom(...twist)).map(([prefix, x]) => `0x${prefix}${x}`),
  fc.anything(),
)
const stranger = fc.oneof(
  fc.record({
    stealthAddress: fc.oneof(bytes(20), fc.anything()),
    ephemeralPubKey: anyPoint,
    metadata: fc.oneof(bytes(21), bytes(40), bytes(5), fc.anything()),
  }),
  fc.anything(),
) as fc.Arbitrary<RawAnnouncement>

test('property: what is planted is found, in order, whatever strangers announce around it', () => {
  fc.assert(
    fc.property(
      key,
      key,
      fc.array(fc.oneof(stranger, fc.record({ ours: key, box: bytes(20), label: fc.string() })), { maxLength: 24 }),
      (viewingKey, spendingKey, list) => {
        const meta = { viewingPub: publicKey(viewingKey), spendingPub: publicKey(spendingKey) }
        const expected: string[] = []
        const announcements = list.map((entry): RawAnnouncement => {
          if (typeof entry !== 'object' || entry === null || !('ours' in entry)) return entry as RawAnnouncement
          const { ours, box, label } = entry as { ours: Hex; box: Address; label: string }
          const args = announceArgsFor(newStealthOwner(meta, ours), box, label)
          expected.push(`${args[1]}${args[2]}${decodeStealthMetadata(args[3]).box}`)
          return { stealthAddress: args[1], ephemeralPubKey: args[2], metadata: args[3] }
        })
        const boxes = recognizeAnnouncements({ viewingKey, spendingPub: meta.spendingPub }, announcements)
        expect(boxes.map((box) => `${box.stealthAddress}${box.ephemeralPubKey}${box.box}`)).toEqual([
          ...new Set(expected),
        ])
      },
    ),
    runs(15, 100),
  )
})

test('property: agrees with the slow check, announcement by announcement', () => {
  fc.assert(
    fc.property(
      key,
      key,
      fc.array(fc.tuple(key, fc.nat(255), fc.boolean()), { maxLength: 12 }),
      (view, spend, list) => {
        const keys = { viewingKey: view, spendingPub: publicKey(spend) }
        const announcements = list.map(([ephemeral, tag, honest], index): RawAnnouncement => {
          const ephemeralPubKey = publicKey(ephemeral)
          const ours = checkStealthAddress({ ...keys, ephemeralPubKey })
          const stealthAddress = honest && ours ? ours : `0x${'12'.repeat(20)}`
          const metadata: Hex = `0x${tag.toString(16).padStart(2, '0')}${index.toString(16).padStart(40, '0')}`
          return { stealthAddress: stealthAddress as Address, ephemeralPubKey, metadata }
        })
        const expected = announcements.filter(({ stealthAddress, ephemeralPubKey, metadata }) => {
          const { viewTag } = decodeStealthMetadata(metadata)
          // 0 is also written where no tag is given.
          return checkStealthAddress({ ...keys, ephemeralPubKey, viewTag: viewTag || undefined }) === stealthAddress
        })
        expect(recognizeAnnouncements(keys, announcements).map(({ box }) => box.toLowerCase())).toEqual(
          expected.map(({ metadata }) => `0x${metadata.slice(4)}`),
        )
      },
    ),
    runs(12, 80),
  )
})
