import { stealthAnnouncerAbi } from '@holdfast/contracts'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, decodeEventLog, encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { announcementTopics, decodeAnnouncement, encodeAnnouncement } from './announcementLog.js'

const announcer = '0x00000000000000000000000000000000000A11cE'
const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const place = { blockNumber: 5, logIndex: 0, transactionHash: `0x${'00'.repeat(32)}`, timestamp: null } as const

const logOf = (topics: readonly Hex[], data: Hex) => ({ ...place, address: announcer as Address, topics, data })

test('the topics are those of the ABI', () => {
  const topics = encodeEventTopics({ abi: stealthAnnouncerAbi, eventName: 'Announcement', args: { schemeId: 1n } })
  expect(announcementTopics).toEqual(topics.filter((topic) => topic !== null))
})

test('what the contract writes is read, and written back the same', () => {
  fc.assert(
    fc.property(hex(20), hex(20), hex(33), hex(1, 1_024), (stealthAddress, caller, ephemeralPubKey, metadata) => {
      const args = { schemeId: 1n, stealthAddress, caller }
      const topics = encodeEventTopics({ abi: stealthAnnouncerAbi, eventName: 'Announcement', args }) as Hex[]
      const data = encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], [ephemeralPubKey, metadata])
      const announcement = decodeAnnouncement(logOf(topics, data), announcer)
      expect(announcement).toMatchObject({ stealthAddress, caller, ephemeralPubKey, metadata, blockNumber: 5n })
      if (announcement) expect(encodeAnnouncement(announcement, announcer)).toEqual(logOf(topics, data))
    }),
    runs(100),
  )
})

test('whatever the bytes, nothing is thrown and nothing is read that viem reads otherwise', () => {
  const word = fc.oneof(
    fc.constantFrom(0, 1, 32, 33, 64, 96, 128, 160, 2 ** 31).map((value) => value.toString(16).padStart(64, '0')),
    hex(32).map((bytes) => bytes.slice(2)),
  )
  const bytes = fc.oneof(
    fc.array(word, { maxLength: 9 }).map((words): Hex => `0x${words.join('')}`),
    hex(0, 400),
    fc.string().map((text): Hex => `0x${text}`),
  )
  const [topic0 = '0x', scheme = '0x'] = announcementTopics
  const noOne: Hex = `0x${'00'.repeat(32)}`
  const topics: [Hex, ...Hex[]] = [topic0, scheme, noOne, noOne]
  fc.assert(
    fc.property(bytes, (data) => {
      const announcement = decodeAnnouncement(logOf(topics, data), announcer)
      if (announcement === undefined) return
      const { args } = decodeEventLog({ abi: stealthAnnouncerAbi, topics, data })
      expect(announcement).toMatchObject({ ephemeralPubKey: args.ephemeralPubKey, metadata: args.metadata })
    }),
    runs(2_000),
  )
})
