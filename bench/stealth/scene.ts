import { randomBytes } from 'node:crypto'
import {
  encodeStealthMetadata,
  generateStealthAddress,
  type RawAnnouncement,
  type ViewingKeys,
} from '@holdfast/sdk/stealth'
import { bytesToHex, numberToHex } from 'viem'
import { Point } from './curve.js'

/** A recipient, and announcements of strangers with a few of the recipient's among them. */
export type Scene = {
  keys: ViewingKeys
  announcements: readonly RawAnnouncement[]
  /** Places of the recipient's announcements. */
  places: readonly number[]
}

/**
 * Creates a scene. The strangers' ephemeral keys are consecutive points from a random one, their tags random: one in
 * 256 has the tag that the recipient expects, as in reality.
 */
export function makeScene(count: number, own: number): Scene {
  const [viewing, spending, first] = [randomKey(), randomKey(), randomKey()]
  const publicKeyOf = (key: bigint) => bytesToHex(Point.BASE.multiply(key).toBytes(true))
  const meta = { spendingPub: publicKeyOf(spending), viewingPub: publicKeyOf(viewing) }
  const places = Array.from({ length: own }, (_, i) => Math.floor(((i + 0.5) * count) / own))

  const points = [Point.BASE.multiply(first)]
  for (let i = 1; i < count; i++) points.push((points[i - 1] ?? Point.BASE).add(Point.BASE))
  const announcements: RawAnnouncement[] = Point.normalizeZ(points).map((point) => ({
    stealthAddress: bytesToHex(randomBytes(20)),
    ephemeralPubKey: bytesToHex(point.toBytes(true)),
    metadata: bytesToHex(randomBytes(21)),
  }))
  for (const place of places) {
    const { viewTag, ...announcement } = generateStealthAddress(meta)
    const metadata = encodeStealthMetadata('0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'bench', viewTag)
    announcements[place] = { ...announcement, metadata }
  }
  const keys = { viewingKey: numberToHex(viewing, { size: 32 }), spendingPub: meta.spendingPub }
  return { keys, announcements, places }
}

function randomKey(): bigint {
  return BigInt(bytesToHex(randomBytes(31))) + 1n
}
