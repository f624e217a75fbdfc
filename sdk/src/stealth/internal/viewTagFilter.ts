/** Announcements packed for a filter. */
export type PackedAnnouncements = {
  count: number
  /** Compressed points, `count` × 33 bytes: 02 or 03, then x. A stranger's: x may be off the curve or out of range. */
  points: Uint8Array
  /** The view tags they claim, `count` bytes. */
  tags: Uint8Array
}

/**
 * Sorts out the announcements that cannot be ours, which is nearly all of them. One per viewing key.
 *
 * It never misses one of ours. What it keeps is a candidate: the caller checks it against the full address.
 */
export type ViewTagFilter = {
  /** Ascending indexes of the announcements whose tag is that of their shared secret. */
  match: (announcements: PackedAnnouncements) => readonly number[]
}

/**
 * Whether a tag says nothing: 0 is also what is written without one, so it fits every secret. Costs an exact check for one
 * in 256 announcements.
 */
export function fitsAny(tag: number | undefined): boolean {
  return tag === 0
}

/** Indexes of the announcements that a filter need not keep, because their tag says nothing. */
export function untagged({ count, tags }: PackedAnnouncements): number[] {
  const indexes: number[] = []
  for (let index = 0; index < count; index++) if (fitsAny(tags[index])) indexes.push(index)
  return indexes
}
