import { optional } from 'valibot'
import type { Address } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { decode } from './internal/decode.js'
import {
  address,
  blockNumber,
  chainId,
  chainIdText,
  decimal,
  flag,
  hash,
  type Infer,
  list,
  object,
  open,
} from './internal/fields.js'
import { write } from './internal/write.js'
import type { JsonOf } from './json.js'

const mostRecipients = 1_000_000

/** The answer of `GET /api/verified-recipients`. */
export const verifiedRecipients = /* @__PURE__ */ open({
  chainId,
  sender: address,
  /** Each recipient once, by the first transfer that settled, oldest first. */
  recipients: /* @__PURE__ */ list(
    mostRecipients,
    /* @__PURE__ */ open({ address, transferId: decimal, blockNumber, transactionHash: hash }),
  ),
  /** No recipient up to here is missing. */
  completeToBlock: blockNumber,
  /** Whether the service's own index had come to the chain's head. If not, the list is missing data. */
  complete: flag,
})

/** The query of `GET /api/verified-recipients`. */
export const recipientsQuery = /* @__PURE__ */ object({
  sender: address,
  /** Left out: the primary chain. */
  chainId: /* @__PURE__ */ optional(chainIdText),
})

/** Whom a sender's protected transfers have reached, as JSON: what `GET /api/verified-recipients` answers. */
export type VerifiedRecipientList = JsonOf<VerifiedRecipientsBody>

/** Whom a sender's protected transfers have reached. */
export type VerifiedRecipientsBody = Infer<typeof verifiedRecipients>

/**
 * Writes the body of `GET /api/verified-recipients`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeVerifiedRecipients({ chainId: 5042002, sender, recipients: [], completeToBlock: 53_756_600n, complete: true })
 */
export function encodeVerifiedRecipients(body: VerifiedRecipientsBody): VerifiedRecipientList {
  return write(decodeVerifiedRecipients(write(body), body))
}

/**
 * Reads the body of `GET /api/verified-recipients`: one that is wrong in one place, or contradicts itself or the question,
 * is malformed. Keys it does not know are dropped: a service may be newer.
 *
 * @param asked - The chain and the sender that were asked for.
 * @returns Addresses checksummed.
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { recipients, complete } = decodeVerifiedRecipients(await response.json(), { chainId: 5042002, sender })
 */
export function decodeVerifiedRecipients(
  body: unknown,
  asked: { chainId: number; sender: Address },
): VerifiedRecipientsBody {
  const read = decode(verifiedRecipients, body)
  if (read.chainId !== asked.chainId) throw new WireFormatError('/chainId', 'not_one_of')
  if (read.sender.toLowerCase() !== asked.sender.toLowerCase()) throw new WireFormatError('/sender', 'not_one_of')
  const seen = new Set<Address>()
  let block = 0n
  read.recipients.forEach((recipient, place) => {
    const isNext = recipient.blockNumber >= block && recipient.blockNumber <= read.completeToBlock
    if (!isNext || seen.has(recipient.address)) throw new WireFormatError(`/recipients/${place}`, 'out_of_range')
    seen.add(recipient.address)
    block = recipient.blockNumber
  })
  return read
}
