import { expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import { type AnnouncementPage, decodeAnnouncementPage } from './announcementPage.js'
import { decodeOnce, keepDecoded } from './decodedPages.js'

const asked = { chainId: 5042002, fromBlock: 10n }
const announcement = {
  stealthAddress: `0x${'1'.repeat(40)}`,
  ephemeralPubKey: '0x02',
  metadata: '0x00',
  caller: `0x${'2'.repeat(40)}`,
  blockNumber: '11',
  logIndex: 0,
  transactionHash: `0x${'3'.repeat(64)}`,
} as const
const pageOf = (...announcements: AnnouncementPage['announcements'][number][]): AnnouncementPage => ({
  chainId: 5042002,
  announcements,
  nextBlock: null,
  completeToBlock: '20',
  complete: true,
})
const kept = () => {
  const page = pageOf(announcement)
  const body = decodeAnnouncementPage(page, asked)
  keepDecoded(page, asked, body)
  return { page, body }
}

test('a page that was decoded is not decoded again', () => {
  const { page, body } = kept()
  expect(decodeOnce(page, asked)).toBe(body)
})

test('any other value is decoded, and refused if it is malformed', () => {
  expect(decodeOnce(pageOf(announcement), asked).announcements).toHaveLength(1)
  for (const value of [undefined, null, 7, 'page', [], {}])
    expect(() => decodeOnce(value, asked)).toThrow(WireFormatError)
})

test('a page that was decoded for another query, or changed since, is decoded again', () => {
  const { page, body } = kept()
  expect(() => decodeOnce(page, { ...asked, fromBlock: 12n })).toThrow(WireFormatError)
  expect(() => decodeOnce(page, { ...asked, chainId: 84532 })).toThrow(WireFormatError)
  expect(decodeOnce({ ...page }, asked)).toEqual(body)
  const list = page.announcements as unknown[]
  list.push({ ...announcement, logIndex: 'nonsense' })
  expect(() => decodeOnce(page, asked)).toThrow(WireFormatError)
  expect(decodeOnce(Object.assign(page, { announcements: [] }), asked).announcements).toEqual([])
})
