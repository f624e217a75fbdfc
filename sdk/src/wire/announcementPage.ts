import { type Address, checksumAddress, type Hash, type Hex } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { decimal, hex, integer, list, object, oneOf, type Read, text } from './internal/fields.js'

/**
 * A page of stealth announcements: what `GET /api/announcements` answers, as JSON. Blocks are decimal texts.
 *
 * A page never splits a block. `nextBlock` is the first block that is not in it, or null when it reaches
 * `completeToBlock`; only that last page can change.
 */
export type AnnouncementPage = {
  chainId: number
  announcements: readonly {
    stealthAddress: Address
    ephemeralPubKey: Hex
    metadata: Hex
    caller: Address
    blockNumber: string
    logIndex: number
    transactionHash: Hash
  }[]
  nextBlock: string | null
  completeToBlock: string
  /** Whether the service's own index had come to the chain's head. */
  complete: boolean
}

/** The same with blocks as numbers, in chain order. */
export type AnnouncementPageBody = {
  chainId: number
  announcements: readonly AnnouncementRow[]
  nextBlock: bigint | null
  completeToBlock: bigint
  complete: boolean
}

type AnnouncementRow = {
  stealthAddress: Address
  ephemeralPubKey: Hex
  metadata: Hex
  caller: Address
  blockNumber: bigint
  logIndex: number
  transactionHash: Hash
}

/**
 * Writes a page.
 *
 * @example
 * const page = encodeAnnouncementPage({
 *   chainId: 5042002,
 *   announcements: [],
 *   nextBlock: null,
 *   completeToBlock: 53_756_600n,
 *   complete: true,
 * })
 */
export function encodeAnnouncementPage(page: AnnouncementPageBody): AnnouncementPage {
  const { chainId, announcements, nextBlock, completeToBlock, complete } = page
  return {
    chainId,
    announcements: announcements.map(
      ({ stealthAddress, ephemeralPubKey, metadata, caller, blockNumber, logIndex, transactionHash }) => ({
        stealthAddress: checksumAddress(stealthAddress),
        ephemeralPubKey,
        metadata,
        caller: checksumAddress(caller),
        blockNumber: `${blockNumber}`,
        logIndex,
        transactionHash,
      }),
    ),
    nextBlock: nextBlock === null ? null : `${nextBlock}`,
    completeToBlock: `${completeToBlock}`,
    complete,
  }
}

/**
 * Reads a page, whatever it is: one that is wrong in one place, or contradicts itself, is no page.
 *
 * Announcements are strangers' words, so any address and any bytes may stand in them. Addresses come back in lower case: a
 * checksum is a hash, and these are many.
 *
 * @param asked - The chain, and the first block that was asked for: nothing older belongs into the page.
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const response = await fetch('https://api.example.com/api/announcements?fromBlock=53756547')
 * const page = decodeAnnouncementPage(await response.json(), { chainId: 5042002, fromBlock: 53_756_547n })
 */
export function decodeAnnouncementPage(
  value: unknown,
  asked: { chainId: number; fromBlock: bigint },
): AnnouncementPageBody {
  const page = readPage(value, '')
  const { announcements, nextBlock, completeToBlock } = page
  if (page.chainId !== asked.chainId) throw new WireFormatError('/chainId', 'not_one_of')
  if (nextBlock !== null && (nextBlock <= asked.fromBlock || completeToBlock !== nextBlock - 1n))
    throw new WireFormatError('/nextBlock', 'out_of_range')
  let block = asked.fromBlock
  let index = -1
  announcements.forEach(({ blockNumber, logIndex }, place) => {
    const isNext = blockNumber > block || (blockNumber === block && logIndex > index)
    if (!isNext || blockNumber > completeToBlock) throw new WireFormatError(`/announcements/${place}`, 'out_of_range')
    block = blockNumber
    index = logIndex
  })
  return page
}

/** Larger than any page of a service; a list that is longer is not taken in. */
const mostAnnouncements = 1_000_000

const block: Read<bigint> = (value, at) => {
  const number = decimal(value, at)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new WireFormatError(at, 'out_of_range')
  return number
}

const blockOrNull: Read<bigint | null> = (value, at) => (value === null ? null : block(value, at))

const someAddress: Read<Address> = (value, at) =>
  text(/^0x[0-9a-fA-F]{40}$/)(value, at).toLowerCase() as Address

const bytes = hex(0, 131_072)

const readRow = object({
  stealthAddress: someAddress,
  ephemeralPubKey: bytes,
  metadata: bytes,
  caller: someAddress,
  blockNumber: block,
  logIndex: integer(0, Number.MAX_SAFE_INTEGER),
  transactionHash: hex(32),
})

const readPage = object({
  chainId: integer(1, Number.MAX_SAFE_INTEGER),
  announcements: list(mostAnnouncements, readRow),
  nextBlock: blockOrNull,
  completeToBlock: block,
  complete: oneOf(true, false),
})
