import type { RawAnnouncement } from '../../types.js'

/** Announcements one by one or in pages, as a list or as they come. */
export type ScanSource = Iterable<AnnouncementOrPage> | AsyncIterable<AnnouncementOrPage>

type AnnouncementOrPage = RawAnnouncement | readonly RawAnnouncement[]

/**
 * Reads a source in batches of at most `size`, in its order.
 *
 * What is at hand is put together; a page that came late is passed on without waiting for the next. When the
 * reader stops early, the source is closed.
 *
 * @param aborted - Rejects when no caller waits any more, even for a source that never answers.
 */
export async function* readBatches(
  source: ScanSource,
  size: number,
  aborted: Promise<never>,
): AsyncGenerator<readonly RawAnnouncement[], void, undefined> {
  const isSync = Symbol.iterator in source
  const iterator = isSync ? source[Symbol.iterator]() : source[Symbol.asyncIterator]()
  let batch: RawAnnouncement[] = []
  let isDone = false
  try {
    for (;;) {
      // A list is not awaited item by item.
      const { done, value } = isSync
        ? (iterator.next() as IteratorResult<AnnouncementOrPage>)
        : await Promise.race([iterator.next(), aborted])
      if (done) break
      const isPage = Array.isArray(value)
      // `isArray` does not narrow a readonly list.
      for (const announcement of isPage ? (value as readonly RawAnnouncement[]) : [value as RawAnnouncement]) {
        batch.push(announcement)
        if (batch.length < size) continue
        yield batch
        batch = []
      }
      if (isSync || !isPage || batch.length === 0) continue
      yield batch
      batch = []
    }
    isDone = true
    if (batch.length > 0) yield batch
  } finally {
    // Not awaited: a source that never answers would keep every caller waiting.
    if (!isDone) void (async () => iterator.return?.())().catch(() => {})
  }
}

/** How many announcements a source holds, where it says so. */
export function countAnnouncements(source: ScanSource): number | undefined {
  if (!Array.isArray(source)) return undefined
  // `isArray` forgets of what a read-only list is.
  return (source as readonly AnnouncementOrPage[]).reduce(
    (sum, item) => sum + (Array.isArray(item) ? item.length : 1),
    0,
  )
}
