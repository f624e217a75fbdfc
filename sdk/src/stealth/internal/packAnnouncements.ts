import type { RawAnnouncement } from '../types.js'
import { readHex } from './hex.js'
import type { PackedAnnouncements } from './viewTagFilter.js'

/** Announcements packed for a filter, and the place of each in the list. */
export type AnnouncementPack = PackedAnnouncements & {
  /** Index in the list of each packed announcement, ascending, `count` long. */
  indexes: Uint32Array
}

/**
 * Packs strangers' announcements for a filter and leaves out those that cannot be read as one.
 *
 * Never throws. Left out: a key that is not 33 bytes of hex beginning with 02 or 03, metadata without room for view
 * tag and box. Whether the key is a point is for later.
 */
export function packAnnouncements(announcements: readonly RawAnnouncement[]): AnnouncementPack {
  const points = new Uint8Array(33 * announcements.length)
  const tags = new Uint8Array(announcements.length)
  const indexes = new Uint32Array(announcements.length)
  let count = 0
  announcements.forEach((announcement: RawAnnouncement | null | undefined, index) => {
    const key: unknown = announcement?.ephemeralPubKey
    const metadata: unknown = announcement?.metadata
    if (typeof key !== 'string' || typeof metadata !== 'string') return
    if (key.length !== pointLength || metadata.length < metadataLength) return
    if (!readHex(key, 0, points, 33 * count, 33) || !readHex(metadata, 0, tags, count, 1)) return
    if (((points[33 * count] ?? 0) & 0xfe) !== 2) return
    indexes[count++] = index
  })
  return {
    count,
    points: points.subarray(0, 33 * count),
    tags: tags.subarray(0, count),
    indexes: indexes.subarray(0, count),
  }
}

const pointLength = 2 + 2 * 33
/** View tag and box. */
const metadataLength = 2 + 2 * 21
