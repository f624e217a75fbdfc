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
 * It never misses one of ours. What it keeps is a suspicion: whoever asks checks it against the full address.
 */
export type ViewTagFilter = {
  /** Ascending indexes of the announcements whose tag is that of their shared secret. */
  match: (announcements: PackedAnnouncements) => readonly number[]
}
