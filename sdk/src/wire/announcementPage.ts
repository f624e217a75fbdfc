import { optional, pipe, transform } from 'valibot'
import { type Address, checksumAddress } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { decode } from './internal/decode.js'
import {
  blockNumber,
  chainId,
  chainIdText,
  flag,
  hash,
  hexBetween,
  type Infer,
  integer,
  integerText,
  list,
  object,
  open,
  orNull,
  type Schema,
  text,
} from './internal/fields.js'
import type { JsonOf } from './json.js'

/** Longer than any page of a service. */
const mostAnnouncements = 1_000_000

/** More than the gas of a block can put into a log. */
const mostBytes = 4 * 1024 * 1024

/** Zero too: any caller can announce it. */
const anyAddress = /* @__PURE__ */ pipe(
  /* @__PURE__ */ text(/^0x[0-9a-fA-F]{40}$/),
  /* @__PURE__ */ transform((value) => value.toLowerCase()),
) as Schema<Address> // Text of the form above.

const announcement = /* @__PURE__ */ open({
  stealthAddress: anyAddress,
  /** A compressed point, 33 bytes, where it is honest. */
  ephemeralPubKey: /* @__PURE__ */ hexBetween(0, mostBytes, '^0x[0-9a-f]{66}$'),
  /** The view tag in the first byte, where it is honest. */
  metadata: /* @__PURE__ */ hexBetween(0, mostBytes, '^0x([0-9a-f]{2})*$'),
  /** Who sent the announcement. */
  caller: anyAddress,
  blockNumber,
  logIndex: /* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER),
  transactionHash: hash,
})

/** The answer of `GET /api/announcements`. */
export const announcementPage = /* @__PURE__ */ open({
  chainId,
  /** Of scheme 1, in chain order. Each is unverified: any bytes of any length, and any addresses. */
  announcements: /* @__PURE__ */ list(mostAnnouncements, announcement),
  nextBlock: /* @__PURE__ */ orNull(blockNumber),
  /** No announcement from the block that was asked for up to here is missing. */
  completeToBlock: blockNumber,
  /** Whether the service's own index had come to the chain's head. */
  complete: flag,
})

/** The query of `GET /api/announcements`. */
export const announcementsQuery = /* @__PURE__ */ object({
  /** Left out: the first block that can hold an announcement. */
  fromBlock: /* @__PURE__ */ optional(
    /* @__PURE__ */ integerText(0, Number.MAX_SAFE_INTEGER, '^(0|[1-9][0-9]{0,77})$'),
  ),
  /** Left out: the primary chain. */
  chainId: /* @__PURE__ */ optional(chainIdText),
  /** Announcements after which a page ends, at most 1,000, which is also the default. */
  limit: /* @__PURE__ */ optional(/* @__PURE__ */ integerText(1, 1_000, '^(?:[1-9][0-9]{0,2}|1000)$')),
})

/** A page of stealth announcements as JSON: what `GET /api/announcements` answers. */
export type AnnouncementPage = JsonOf<AnnouncementPageBody>

/**
 * A page of stealth announcements. It never splits a block. `nextBlock` is the first block that is not in it, or null when
 * it reaches `completeToBlock`; only that last page can change.
 */
export type AnnouncementPageBody = Infer<typeof announcementPage>

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
 * Reads a page, whatever it is: one that is wrong in one place, or contradicts itself, is not a page. Keys it does not know
 * are dropped: a service may be newer.
 *
 * Any account can announce, so an announcement may contain any address and any bytes. Addresses come back in lower case: a
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
  const page = decode(announcementPage, value)
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
