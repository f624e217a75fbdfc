import type { Address } from 'viem'
import type { StoredEvent, StoredEventPage } from '../../chain/logs/eventIndex.js'
import { decodeAnnouncementPage } from '../../wire/announcementPage.js'
import type { AnnouncementSource } from '../announcementSource.js'
import { encodeAnnouncement } from './announcementLog.js'

/**
 * Everything a source has from a block on, as logs.
 *
 * @returns `undefined` where the source says it is not complete, or ends too early.
 * @throws What the source throws; `WireFormatError` where its pages are malformed or do not fit together.
 */
export async function readSource(
  source: AnnouncementSource,
  { chainId, announcer, fromBlock }: { chainId: number; announcer: Address; fromBlock: bigint },
  signal: AbortSignal,
): Promise<StoredEventPage | undefined> {
  const events: StoredEvent[] = []
  let next = fromBlock
  for await (const value of source(fromBlock, { signal })) {
    signal.throwIfAborted()
    const page = decodeAnnouncementPage(value, { chainId, fromBlock: next })
    if (!page.complete) return undefined
    for (const announcement of page.announcements) events.push(encodeAnnouncement(announcement, announcer))
    if (page.nextBlock === null) return { fromBlock: Number(fromBlock), toBlock: Number(page.completeToBlock), events }
    next = page.nextBlock
  }
  return undefined
}
