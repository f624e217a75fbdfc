import { type Address, bytesToHex, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '../errors/input.js'
import { announceArgsFor } from './announceArgsFor.js'
import { newStealthOwner } from './newStealthOwner.js'
import { recognizeAnnouncements } from './recognizeAnnouncements.js'
import { encodeStealthMetadata } from './stealthMetadata.js'
import type { RawAnnouncement, StealthAnnouncement } from './types.js'
import vectors from './vectors.json' with { type: 'json' }

const box: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const otherBox: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const keysOf = (v: (typeof vectors.vectors)[0]) => ({
  viewingKey: v.viewingPrivateKey as Hex,
  spendingPub: v.spendingPublicKey as Hex,
})
const announced = (stealth: StealthAnnouncement, to = box, label?: string): RawAnnouncement => {
  const [, stealthAddress, ephemeralPubKey, metadata] = announceArgsFor(stealth, to, label)
  return { stealthAddress, ephemeralPubKey, metadata }
}
const ofVector = (v: (typeof vectors.vectors)[0]): RawAnnouncement => ({
  stealthAddress: v.stealthAddress as Address,
  ephemeralPubKey: v.ephemeralPublicKey as Hex,
  metadata: encodeStealthMetadata(box, `vector ${v.id}`, Number(v.viewTag)),
})
const all = vectors.vectors.map(ofVector)

const [vector] = vectors.vectors as [(typeof vectors.vectors)[0]]
const keys = keysOf(vector)
const meta = { spendingPub: keys.spendingPub, viewingPub: vector.viewingPublicKey as Hex }
const stealth = newStealthOwner(meta, vector.ephemeralPrivateKey as Hex)
const genuine = announced(stealth, box, 'rent')
const found = {
  stealthAddress: stealth.stealthAddress,
  box,
  ephemeralPubKey: stealth.ephemeralPubKey,
  label: 'rent',
  proof: 'none',
}

describe.each(vectors.vectors)('vector $id: $note', (v) => {
  test('found by its own keys among all others, not by foreign ones', () => {
    const boxes = recognizeAnnouncements(keysOf(v), all)
    expect(boxes).toContainEqual({
      stealthAddress: v.stealthAddress,
      box,
      ephemeralPubKey: v.ephemeralPublicKey,
      label: `vector ${v.id}`,
      proof: 'none',
    })
    const foreign = { ...keysOf(v), viewingKey: v.notOurs.viewingPrivateKey as Hex }
    const missed = recognizeAnnouncements(foreign, all)
    expect(missed.map(({ stealthAddress }) => stealthAddress)).not.toContain(v.stealthAddress)
  })

  test('what another encoding gives is not ours', () => {
    const claims = Object.values(v.otherEncodings).flatMap((other) =>
      [other.viewTag, v.viewTag].map((tag) => ({
        ...ofVector(v),
        stealthAddress: other.stealthAddress as Address,
        metadata: encodeStealthMetadata(box, '', Number(tag)),
      })),
    )
    expect(recognizeAnnouncements(keysOf(v), claims)).toEqual([])
  })
})

describe('what counts as ours', () => {
  test.each([
    ['a lower-case address, as indexers give it', { stealthAddress: genuine.stealthAddress.toLowerCase() }],
    ['upper-case hex', { ephemeralPubKey: `0x${genuine.ephemeralPubKey.slice(2).toUpperCase()}` }],
    ['a caller', { caller: box }],
  ])('default: %s', (_, change) => {
    expect(recognizeAnnouncements(keys, [{ ...genuine, ...change } as RawAnnouncement])).toEqual([found])
  })

  test.each([
    ['another address', { stealthAddress: box }],
    ['an address cut short', { stealthAddress: genuine.stealthAddress.slice(0, -2) }],
    ['another tag', { metadata: encodeStealthMetadata(box, 'rent', (stealth.viewTag + 1) % 256) }],
    ['the negative of the key', { ephemeralPubKey: genuine.ephemeralPubKey.replace(/^0x03/, '0x02') }],
    ['metadata without a box', { metadata: genuine.metadata.slice(0, 42) }],
    ['metadata of odd digits', { metadata: `${genuine.metadata}f` }],
    ['nothing but fields missing', { stealthAddress: undefined, metadata: undefined }],
  ])('behavior: %s is not', (_, change) => {
    expect(recognizeAnnouncements(keys, [{ ...genuine, ...change } as RawAnnouncement])).toEqual([])
  })
})

test('behavior: an announcement without a tag is found for every secret, in its place', () => {
  const owners = Array.from({ length: 20 }, () => newStealthOwner(meta))
  const announcements = owners.map((owner, index): RawAnnouncement => {
    const metadata = encodeStealthMetadata(box, `box ${index}`)
    return { ...announced(owner), ...(index % 2 === 0 && { metadata }) }
  })
  expect(recognizeAnnouncements(keys, announcements).map(({ stealthAddress }) => stealthAddress)).toEqual(
    owners.map(({ stealthAddress }) => stealthAddress),
  )
  const foreign = recognizeAnnouncements(
    { ...keys, viewingKey: vector.notOurs.viewingPrivateKey as Hex },
    announcements,
  )
  expect(foreign).toEqual([])
})

describe('repeated announcements', () => {
  test('behavior: the first of equals gives the label', () => {
    const copy = announced(stealth, box, 'send it elsewhere')
    const lower = { ...copy, stealthAddress: copy.stealthAddress.toLowerCase() as Address }
    expect(recognizeAnnouncements(keys, [genuine, copy, lower, genuine])).toEqual([found])
  })

  test('behavior: a copy that names another box hides nothing and is another entry', () => {
    const copy = announced(stealth, otherBox, 'rent')
    expect(recognizeAnnouncements(keys, [copy, genuine, copy])).toEqual([{ ...found, box: otherBox }, found])
  })
})

test('behavior: order is kept across batches and chunks', () => {
  const count = 4200
  const foreign = Array.from({ length: count }, (_, index): RawAnnouncement => {
    const ephemeralPubKey = all[index % all.length]?.ephemeralPubKey as Hex
    return { stealthAddress: otherBox, ephemeralPubKey, metadata: encodeStealthMetadata(otherBox, '', index % 256) }
  })
  const planted = [0, 1, 63, 64, 65, 4095, 4096, 4097, count - 1]
  const labels = planted.map((at) => `at ${at}`)
  planted.forEach((at, index) => {
    foreign[at] = announced(newStealthOwner(meta), box, labels[index])
  })
  expect(recognizeAnnouncements(keys, foreign).map(({ label }) => label)).toEqual(labels)
})

test('behavior: no announcements, no boxes', () => {
  expect(recognizeAnnouncements(keys, [])).toEqual([])
})

test('error: one of our own keys is malformed', () => {
  expect(() => recognizeAnnouncements({ ...keys, viewingKey: '0x' }, [])).toThrow(InvalidInputError)
  expect(() => recognizeAnnouncements({ ...keys, spendingPub: bytesToHex(new Uint8Array(33)) }, [])).toThrow(
    InvalidInputError,
  )
})
