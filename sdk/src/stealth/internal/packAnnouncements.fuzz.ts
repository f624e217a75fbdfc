import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { RawAnnouncement } from '../types.js'
import { parseHex } from './hex.js'
import { packAnnouncements } from './packAnnouncements.js'

const hexOf = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${2 * length}}$`))
const key = fc.tuple(fc.constantFrom('02', '03'), hexOf(32)).map((parts) => `0x${parts.join('')}`)
const metadata = fc.integer({ min: 21, max: 61 }).chain((length) => hexOf(length).map((digits) => `0x${digits}`))
const good = fc.record({ stealthAddress: fc.anything(), ephemeralPubKey: key, metadata })
const nearly = fc.oneof(
  fc.anything(),
  key.map((text) => text.slice(0, -1)),
  key.map((text) => text.slice(2)),
  key.map((text) => `${text}00`),
  key.map((text) => text.replace(/^0x0./, '0x04')),
  key.map((text) => `${text.slice(0, 20)}g${text.slice(21)}`),
  key.map((text) => `${text.slice(0, 20)}€${text.slice(21)}`),
)
const bad = fc.oneof(
  fc.anything(),
  fc.record({ ephemeralPubKey: nearly, metadata: fc.oneof(metadata, fc.anything()) }),
  fc.record({
    ephemeralPubKey: key,
    metadata: fc.oneof(fc.anything(), fc.constantFrom('0x', '0x1f', '1f'.repeat(30))),
  }),
)

test('property: packs exactly those that can be read, in order, and never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(good, bad), { maxLength: 30 }), (entries) => {
      const list = entries as RawAnnouncement[]
      const pack = packAnnouncements(list)
      const readable = list.flatMap((entry, index) =>
        typeof entry?.ephemeralPubKey === 'string' &&
        /^0x0[23][0-9a-fA-F]{64}$/.test(entry.ephemeralPubKey) &&
        typeof entry.metadata === 'string' &&
        /^0x[0-9a-fA-F]{2}.{40}/s.test(entry.metadata)
          ? [index]
          : [],
      )
      expect([...pack.indexes]).toEqual(readable)
      expect([pack.count, pack.tags.length, pack.points.length]).toEqual([
        readable.length,
        readable.length,
        33 * readable.length,
      ])
      readable.forEach((index, at) => {
        const entry = list[index] as RawAnnouncement
        expect(pack.points.slice(33 * at, 33 * at + 33)).toEqual(parseHex(entry.ephemeralPubKey))
        expect(pack.tags[at]).toBe(Number.parseInt(entry.metadata.slice(2, 4), 16))
      })
    }),
    runs(80, 800),
  )
})

test('property: hex is read as the platform reads it, or not at all', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string(), key, metadata), (text) => {
      const wellFormed = typeof text === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(text) && !text.endsWith('\n')
      const expected = wellFormed
        ? Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
        : undefined
      expect(parseHex(text as Hex)).toEqual(expected)
    }),
    runs(100),
  )
})
