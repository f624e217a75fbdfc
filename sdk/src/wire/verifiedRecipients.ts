import type { Address, Hash } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { address, blockNumber, chainId, decimal, flag, hash, list, open, type Read } from './internal/fields.js'
import type { JsonOf } from './json.js'

/** Whom a sender's protected transfers have reached, as JSON: what `GET /api/verified-recipients` answers. */
export type VerifiedRecipientList = JsonOf<VerifiedRecipientsBody>

/** Whom a sender's protected transfers have reached. */
export type VerifiedRecipientsBody = {
  chainId: number
  sender: Address
  /** Each recipient once, by the first transfer that settled, oldest first. */
  recipients: readonly {
    address: Address
    transferId: bigint
    blockNumber: bigint
    transactionHash: Hash
  }[]
  /** No recipient up to here is missing. */
  completeToBlock: bigint
  /** Whether the service's own index had come to the chain's head. If not, the list is missing data. */
  complete: boolean
}

/**
 * Writes the body of `GET /api/verified-recipients`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeVerifiedRecipients({ chainId: 5042002, sender, recipients: [], completeToBlock: 53_756_600n, complete: true })
 */
export function encodeVerifiedRecipients(body: VerifiedRecipientsBody): VerifiedRecipientList {
  const { chainId, sender, recipients, completeToBlock, complete } = body
  const written: VerifiedRecipientList = {
    chainId,
    sender: address(sender, '/sender'),
    recipients: recipients.map((recipient, place) => ({
      address: address(recipient.address, `/recipients/${place}/address`),
      transferId: `${recipient.transferId}`,
      blockNumber: `${recipient.blockNumber}`,
      transactionHash: recipient.transactionHash,
    })),
    completeToBlock: `${completeToBlock}`,
    complete,
  }
  decodeVerifiedRecipients(written, { chainId, sender })
  return written
}

/**
 * Reads the body of `GET /api/verified-recipients`: one that is wrong in one place, or contradicts itself or the question,
 * is none. Keys it does not know are dropped: a service may be newer.
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
  const read = readBody(body, '')
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

const mostRecipients = 1_000_000

const readBody: Read<VerifiedRecipientsBody> = /* @__PURE__ */ open({
  chainId,
  sender: address,
  recipients: /* @__PURE__ */ list(
    mostRecipients,
    /* @__PURE__ */ open({
      address,
      transferId: decimal,
      blockNumber,
      transactionHash: hash,
    }),
  ),
  completeToBlock: blockNumber,
  complete: flag,
})
