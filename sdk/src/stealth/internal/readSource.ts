import type { Address } from 'viem'
import type { KnownPage, KnownRecord } from '../../chain/logs/eventIndex.js'
import { decodeOnce } from '../../wire/decodedPages.js'
import type { AnnouncementSource } from '../announcementSource.js'
import type { IndexedAnnouncement } from '../types.js'
import { announcementOf, encodeAnnouncement } from './announcementLog.js'

/**
 * Everything a source has from a block on; as logs, too, where they are asked for.
 *
 * @returns `undefined` where the source says it is not complete, or ends too early.
 * @throws What the source throws; `WireFormatError` where its pages are malformed or do not fit together.
 */
export async function readSource(
  source: AnnouncementSource,
  { chainId, announcer, fromBlock }: { chainId: number; announcer: Address; fromBlock: bigint },
  signal: AbortSignal,
): Promise<KnownPage<IndexedAnnouncement> | undefined> {
  const announcements: IndexedAnnouncement[] = []
  let next = fromBlock
  for await (const value of source(fromBlock, { signal })) {
    signal.throwIfAborted()
    const page = decodeOnce(value, { chainId, fromBlock: next })
    if (!page.complete) return undefined
    for (const announcement of page.announcements) announcements.push(announcement)
    if (page.nextBlock === null)
      return {
        fromBlock: Number(fromBlock),
        toBlock: Number(page.completeToBlock),
        records: announcements.map(recordOf),
        get events() {
          return announcements.map((announcement) => encodeAnnouncement(announcement, announcer))
        },
      }
    next = page.nextBlock
  }
  return undefined
}

function recordOf(announcement: IndexedAnnouncement): KnownRecord<IndexedAnnouncement> {
  const { blockNumber, logIndex } = announcement
  return { blockNumber: Number(blockNumber), logIndex, record: announcementOf(announcement) }
}
