import { type AnnouncementPage, type AnnouncementPageBody, decodeAnnouncementPage } from './announcementPage.js'

/** The question that a page answers: a chain, and the first block that was asked for. */
type Asked = { chainId: number; fromBlock: bigint }

/** Pages that were read here and handed on as JSON. */
const decoded = /* @__PURE__ */ new WeakMap<
  object,
  Asked & { list: unknown; length: number; body: AnnouncementPageBody }
>()

/** Notes what a page was read as, for {@link decodeOnce}. */
export function keepDecoded(page: AnnouncementPage, asked: Asked, body: AnnouncementPageBody): void {
  decoded.set(page, { ...asked, list: page.announcements, length: page.announcements.length, body })
}

/**
 * As `decodeAnnouncementPage`. A page that was already read for the same question, and whose list was not replaced since, is
 * not read again: a chain has hundreds of thousands of announcements.
 */
export function decodeOnce(value: unknown, asked: Asked): AnnouncementPageBody {
  const known = typeof value === 'object' && value !== null ? decoded.get(value) : undefined
  // Only decoded pages are known.
  const list = known && (value as AnnouncementPage).announcements
  const isSame =
    known?.chainId === asked.chainId &&
    known.fromBlock === asked.fromBlock &&
    known.list === list &&
    known.length === list?.length
  return isSame ? known.body : decodeAnnouncementPage(value, asked)
}
