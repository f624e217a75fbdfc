import { packAnnouncements } from './internal/packAnnouncements.js'
import { createPlainFilter } from './internal/plainFilter.js'
import { createRecognizer, uniqueBoxes } from './internal/recognizer.js'
import { untagged } from './internal/viewTagFilter.js'
import type { RawAnnouncement, StealthBox, ViewingKeys } from './types.js'

/**
 * Finds the boxes that announcements name for this recipient. Pure: reads no chain.
 *
 * Announcements are strangers' claims. Those that are malformed or not the recipient's are left out, whatever they hold.
 * Any account can repeat a genuine one with another box or label, so `proof` is always `none` here: show no label and
 * offer no funding until the chain gives the proof `salt`, as `discoverStealthBoxes` reads it.
 *
 * Takes about a tenth of a millisecond per announcement on the thread that calls it.
 *
 * @param announcements - Of scheme 1, in the order of the chain: of announcements that name the same box for the same
 *   address and ephemeral key only the first counts.
 * @returns In the order of the announcements.
 * @throws {@link InvalidInputError} when one of the recipient's own keys is malformed.
 * @example
 * const find = (keys: ViewingKeys, announcements: readonly RawAnnouncement[]) =>
 *   recognizeAnnouncements(keys, announcements).map(({ box }) => box)
 */
export function recognizeAnnouncements(keys: ViewingKeys, announcements: readonly RawAnnouncement[]): StealthBox[] {
  const recognize = createRecognizer(keys)
  const filter = createPlainFilter(keys.viewingKey)
  const boxes: StealthBox[] = []
  for (let start = 0; start < announcements.length; start += chunkSize) {
    const chunk = announcements.slice(start, start + chunkSize)
    const pack = packAnnouncements(chunk)
    const hits = new Set([...filter.match(pack), ...untagged(pack)])
    for (const hit of [...hits].sort((one, other) => one - other)) {
      // A hit is a place in the pack.
      const announcement = chunk[pack.indexes[hit] as number]
      const box = announcement && recognize(announcement)
      if (box) boxes.push(box)
    }
  }
  return uniqueBoxes(boxes)
}

/** Announcements packed at a time, which bounds the memory that packing takes. */
const chunkSize = 4096
