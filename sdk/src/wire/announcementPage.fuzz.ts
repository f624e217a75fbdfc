import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, checksumAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { type AnnouncementPageBody, decodeAnnouncementPage, encodeAnnouncementPage } from './announcementPage.js'

const asked = { chainId: 5042002, fromBlock: 100n }
const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

const row = fc.record({
  stealthAddress: hex(20),
  ephemeralPubKey: hex(0, 40),
  metadata: hex(0, 80),
  caller: hex(20),
  blockNumber: fc.bigInt(100n, 200n),
  logIndex: fc.nat(5),
  transactionHash: hex(32),
})

const body = fc
  .uniqueArray(row, { selector: ({ blockNumber, logIndex }) => `${blockNumber}:${logIndex}`, maxLength: 8 })
  .chain((rows) =>
    fc.record({
      chainId: fc.constant(asked.chainId),
      announcements: fc.constant(
        rows.toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex),
      ),
      nextBlock: fc.constantFrom(null, 301n),
      completeToBlock: fc.constant(300n),
      complete: fc.boolean(),
    }),
  )

test('what is written is read again, over the wire too', () => {
  fc.assert(
    fc.property(body, (page: AnnouncementPageBody) => {
      const written = encodeAnnouncementPage(page)
      for (const { stealthAddress } of written.announcements)
        expect(stealthAddress).toBe(checksumAddress(stealthAddress.toLowerCase() as Address))
      expect(decodeAnnouncementPage(JSON.parse(JSON.stringify(written)), asked)).toEqual(page)
      expect(decodeAnnouncementPage({ ...written, more: 1 }, asked)).toEqual(page)
    }),
    runs(100),
  )
})

test('whatever it is, it is a page or refused in one way', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), body.map(encodeAnnouncementPage)),
      fc.string(),
      fc.jsonValue(),
      (page, key, value) => {
        const spoilt = typeof page === 'object' && page !== null ? { ...page, [key]: value } : page
        try {
          decodeAnnouncementPage(spoilt, asked)
        } catch (error) {
          expect(error).toMatchObject({ name: 'WireFormatError' })
        }
      },
    ),
    runs(100),
  )
})

test('the pointer names what is wrong', () => {
  const good: AnnouncementPageBody = {
    chainId: asked.chainId,
    announcements: [
      {
        stealthAddress: `0x${'00'.repeat(20)}`,
        ephemeralPubKey: '0x',
        metadata: '0x',
        caller: `0x${'00'.repeat(20)}`,
        blockNumber: 100n,
        logIndex: 0,
        transactionHash: `0x${'00'.repeat(32)}`,
      },
    ],
    nextBlock: null,
    completeToBlock: 100n,
    complete: true,
  }
  const page = encodeAnnouncementPage(good)
  expect(decodeAnnouncementPage(page, asked)).toEqual(good)
  const pointerOf = (spoilt: unknown) => {
    try {
      decodeAnnouncementPage(spoilt, asked)
      return undefined
    } catch (error) {
      return (error as { pointer?: string }).pointer
    }
  }
  expect(pointerOf(null)).toBe('')
  expect(pointerOf({ ...page, chainId: 1 })).toBe('/chainId')
  expect(pointerOf({ ...page, nextBlock: '100' })).toBe('/nextBlock')
  expect(pointerOf({ ...page, nextBlock: undefined })).toBe('/nextBlock')
  expect(pointerOf({ ...page, completeToBlock: '99' })).toBe('/announcements/0')
  expect(pointerOf({ ...page, completeToBlock: `1${'0'.repeat(20)}` })).toBe('/completeToBlock')
  expect(pointerOf({ ...page, announcements: [...page.announcements, ...page.announcements] })).toBe('/announcements/1')
  expect(pointerOf({ ...page, announcements: [{ ...page.announcements[0], metadata: '0xAB' }] })).toBe(
    '/announcements/0/metadata',
  )
})
