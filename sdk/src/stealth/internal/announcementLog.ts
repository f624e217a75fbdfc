import { type Address, type Hex, pad } from 'viem'
import type { StoredEvent } from '../../chain/logs/eventIndex.js'
import { STEALTH_SCHEME_ID } from '../constants.js'
import type { IndexedAnnouncement } from '../types.js'

/** `Announcement(uint256 indexed schemeId, address indexed stealthAddress, address indexed caller, bytes, bytes)`. */
const announcementTopic: Hex = '0x5f0eab8057630ba7676c49b4f21a0231414e79474595be8e4c432fbf6bf0f4e7'

/** Scheme 1 as a topic. */
const schemeTopic: Hex = `0x${STEALTH_SCHEME_ID.toString(16).padStart(64, '0')}`

/** Topics of every announcement of scheme 1. A narrower query would tell the node who asks. */
export const announcementTopics: readonly Hex[] = [announcementTopic, schemeTopic]

/** Longer metadata is ignored: a box takes 21 bytes and 40 of label, what other wallets write takes 57. */
const maxMetadataBytes = 1_024
const keyBytes = 33

/**
 * Reads an announcement of scheme 1 out of a log; `undefined` for any other log: another emitter, another event,
 * data that is not encoded as it should be, a key that is not 33 bytes, metadata that is empty or longer than 1 KiB.
 *
 * Never throws. Addresses come in lower case: a checksum is a hash, and announcements are many.
 */
export function decodeAnnouncement(
  { address, topics, data, blockNumber, logIndex, transactionHash }: StoredEvent,
  announcer: Address,
): IndexedAnnouncement | undefined {
  const [topic0, scheme, stealth, from] = topics
  if (topic0 !== announcementTopic || scheme !== schemeTopic || topics.length !== 4) return undefined
  if (address.toLowerCase() !== announcer.toLowerCase()) return undefined
  const stealthAddress = readAddress(stealth)
  const caller = readAddress(from)
  const ephemeralPubKey = readBytes(data, 0, keyBytes, keyBytes)
  const metadata = readBytes(data, 1, 1, maxMetadataBytes)
  if (!stealthAddress || !caller || !ephemeralPubKey || !metadata) return undefined
  return {
    stealthAddress,
    ephemeralPubKey,
    metadata,
    caller,
    blockNumber: BigInt(blockNumber),
    logIndex,
    transactionHash,
  }
}

/** What {@link decodeAnnouncement} would read out of the log of an announcement; lower case stays as it is. */
export function announcementOf({
  stealthAddress,
  ephemeralPubKey,
  metadata,
  caller,
  blockNumber,
  logIndex,
  transactionHash,
}: IndexedAnnouncement): IndexedAnnouncement | undefined {
  const isLogged = isOfBytes(ephemeralPubKey, keyBytes, keyBytes) && isOfBytes(metadata, 1, maxMetadataBytes)
  if (!isLogged) return undefined
  return { stealthAddress, ephemeralPubKey, metadata, caller, blockNumber, logIndex, transactionHash }
}

function isOfBytes({ length }: Hex, least: number, most: number): boolean {
  return length >= 2 + 2 * least && length <= 2 + 2 * most
}

/** The log of an announcement: what {@link decodeAnnouncement} reads. */
export function encodeAnnouncement(announcement: IndexedAnnouncement, announcer: Address): StoredEvent {
  const { stealthAddress, ephemeralPubKey, metadata, caller, blockNumber, logIndex, transactionHash } = announcement
  const key = encodeBytes(ephemeralPubKey)
  const offsets = word(64) + word(64 + key.length / 2)
  return {
    address: announcer,
    topics: [...announcementTopics, pad(stealthAddress), pad(caller)],
    data: `0x${offsets}${key}${encodeBytes(metadata)}`,
    blockNumber: Number(blockNumber),
    logIndex,
    transactionHash,
    timestamp: null,
  }
}

const wordLength = 64
const zeros = '0'.repeat(wordLength)
const addressPadding = `0x${zeros.slice(40)}`

function readAddress(topic: Hex | undefined): Address | undefined {
  return topic?.length === 2 + wordLength && topic.startsWith(addressPadding)
    ? `0x${topic.slice(addressPadding.length).toLowerCase()}`
    : undefined
}

/** The bytes whose place the word at `index` names. */
function readBytes(data: Hex, index: number, least: number, most: number): Hex | undefined {
  const offset = readSize(data, 2 + index * wordLength)
  if (offset === undefined) return undefined
  const length = readSize(data, 2 + 2 * offset)
  if (length === undefined || length < least || length > most) return undefined
  const start = 2 + 2 * offset + wordLength
  const bytes: Hex = `0x${data.slice(start, start + 2 * length).toLowerCase()}`
  // The pattern also makes the text one of its own, without which it would hold on to the whole of `data`.
  return bytes.length === 2 + 2 * length && /^0x[0-9a-f]+$/.test(bytes) ? bytes : undefined
}

/** The word at a place, as a number of bytes that an answer can hold. */
function readSize(data: Hex, start: number): number | undefined {
  const text = data.slice(start, start + wordLength)
  if (text.length !== wordLength || !text.startsWith(zeros.slice(8))) return undefined
  const digits = text.slice(-8)
  return /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

function encodeBytes(bytes: Hex): string {
  const digits = bytes.slice(2)
  const padding = (wordLength - (digits.length % wordLength)) % wordLength
  return `${word(digits.length / 2)}${digits}${zeros.slice(0, padding)}`
}

function word(value: number): string {
  return value.toString(16).padStart(wordLength, '0')
}
