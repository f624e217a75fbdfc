import type { AnnouncementPage } from '../wire/announcementPage.js'

/**
 * Hands out the announcements of a chain page by page, from a block on, up to the page whose `nextBlock` is null: the
 * pages of `GET /api/announcements`.
 */
export type AnnouncementSource = (
  fromBlock: bigint,
  options: { signal: AbortSignal },
) => AsyncIterable<AnnouncementPage>
