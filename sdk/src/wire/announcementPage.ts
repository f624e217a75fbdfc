import type { Address, Hash, Hex } from 'viem'
import { DataUnavailableError } from '../errors/risk.js'

/**
 * A page of stealth announcements, as `GET /api/announcements` answers. Whole numbers of the chain are decimal strings.
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

/**
 * Reads a page that came from elsewhere, strictly: a page that is wrong in one place is wrong.
 *
 * Unknown fields are passed over, so that the service can add some.
 *
 * @param expected - The chain, and the first block asked for: no announcement may be older.
 * @throws {@link DataUnavailableError} naming what is malformed.
 * @example
 * const page = parseAnnouncementPage(await response.json(), { chainId: 5042002, fromBlock: 53_756_547n })
 */
export function parseAnnouncementPage(
  value: unknown,
  { chainId, fromBlock }: { chainId: number; fromBlock: bigint },
): parseAnnouncementPage.ReturnType {
  const page = readObject(value, 'page')
  if (page.chainId !== chainId) throw malformed('chainId', page.chainId)
  if (typeof page.complete !== 'boolean') throw malformed('complete', page.complete)
  const completeToBlock = readBlock(page.completeToBlock, 'completeToBlock')
  const nextBlock = page.nextBlock === null ? null : readBlock(page.nextBlock, 'nextBlock')
  if (nextBlock !== null && (nextBlock <= fromBlock || completeToBlock !== nextBlock - 1n))
    throw malformed('nextBlock', page.nextBlock)
  if (!Array.isArray(page.announcements)) throw malformed('announcements', page.announcements)

  let block = fromBlock
  let index = -1
  const announcements = page.announcements.map((item: unknown) => {
    const announcement = readAnnouncement(item)
    const { blockNumber, logIndex } = announcement
    const isNext = blockNumber > block || (blockNumber === block && logIndex > index)
    if (!isNext || blockNumber > completeToBlock) throw malformed('order', `${blockNumber}:${logIndex}`)
    block = blockNumber
    index = logIndex
    return announcement
  })
  return { announcements, nextBlock, completeToBlock, complete: page.complete }
}

export declare namespace parseAnnouncementPage {
  type ReturnType = {
    /** In chain order. Addresses and bytes in lower case. */
    announcements: {
      stealthAddress: Address
      ephemeralPubKey: Hex
      metadata: Hex
      caller: Address
      blockNumber: bigint
      logIndex: number
      transactionHash: Hash
    }[]
    nextBlock: bigint | null
    completeToBlock: bigint
    complete: boolean
  }
  type ErrorType = DataUnavailableError
}

function readAnnouncement(value: unknown) {
  const item = readObject(value, 'announcement')
  if (typeof item.logIndex !== 'number' || !Number.isSafeInteger(item.logIndex) || item.logIndex < 0)
    throw malformed('logIndex', item.logIndex)
  return {
    stealthAddress: readAddress(item.stealthAddress, 'stealthAddress'),
    ephemeralPubKey: readBytes(item.ephemeralPubKey, 'ephemeralPubKey'),
    metadata: readBytes(item.metadata, 'metadata'),
    caller: readAddress(item.caller, 'caller'),
    blockNumber: readBlock(item.blockNumber, 'blockNumber'),
    logIndex: item.logIndex,
    transactionHash: readBytes(item.transactionHash, 'transactionHash', 32),
  }
}

function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(what, value)
  return value as Readonly<Record<string, unknown>>
}

function readBlock(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,14})$/.test(value)) throw malformed(what, value)
  return BigInt(value)
}

/** In lower case: a checksum is a hash, and these are many. */
function readAddress(value: unknown, what: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw malformed(what, value)
  return value.toLowerCase() as Address
}

function readBytes(value: unknown, what: string, length?: number): Hex {
  const isBytes = typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
  if (!isBytes || (length !== undefined && value.length !== 2 + 2 * length)) throw malformed(what, value)
  return value.toLowerCase() as Hex
}

function malformed(what: string, value: unknown): DataUnavailableError {
  const shown = (JSON.stringify(value) ?? 'missing').slice(0, 80)
  return new DataUnavailableError('reading announcements from the service', new Error(`Malformed ${what}: ${shown}`))
}
