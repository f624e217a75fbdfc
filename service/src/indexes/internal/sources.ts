import { protectedTransferAbi, stealthAnnouncerAbi } from '@holdfast/contracts'
import { eventDecoder } from '@holdfast/sdk/chain'
import { encodeEventTopics, type Hex } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import { type EventSource, placeOf } from './EventSource.js'

/**
 * Announcements of scheme 1 of our announcer. One whose key is not 33 bytes cannot be recognised by any owner and is
 * left out; metadata beyond 1 KiB is cut, and the row is flagged.
 */
export function announcementSource({ id, deployment }: ServedChain): EventSource<'announcements'> {
  const decode = eventDecoder(stealthAnnouncerAbi, 'Announcement')
  return {
    table: 'announcements',
    address: deployment.stealthAnnouncer,
    // Without a list of values a topic is a single hash.
    topics: encodeEventTopics({
      abi: stealthAnnouncerAbi,
      eventName: 'Announcement',
      args: { schemeId: schemeId },
    }) as Hex[], // No argument is a list, so no topic is one.
    startBlock: Number(deployment.deployBlocks.stealthAnnouncer),
    decode(log) {
      const place = placeOf(log)
      const args = place && isOf(log.address, deployment.stealthAnnouncer) ? decode(log) : undefined
      if (place === undefined || args === undefined || args.schemeId !== schemeId) return undefined
      if (args.ephemeralPubKey.length !== keyCharacters) return undefined
      const cut = args.metadata.length > metadataCharacters
      return {
        chain_id: id,
        ...place,
        stealth_address: args.stealthAddress.toLowerCase(),
        ephemeral_pub_key: args.ephemeralPubKey.toLowerCase(),
        metadata: args.metadata.slice(0, metadataCharacters).toLowerCase(),
        cut: cut ? 1 : 0,
        caller: args.caller.toLowerCase(),
      }
    },
  }
}

/** The first protected transfer of a sender that a recipient has claimed. */
export function recipientSource({ id, deployment }: ServedChain): EventSource<'verified_recipients'> {
  const decode = eventDecoder(protectedTransferAbi, 'RecipientVerified')
  return {
    table: 'verified_recipients',
    address: deployment.transferContract,
    // Without a list of values a topic is a single hash.
    topics: encodeEventTopics({ abi: protectedTransferAbi, eventName: 'RecipientVerified' }) as Hex[],
    startBlock: Number(deployment.deployBlocks.transfer),
    decode(log) {
      const place = placeOf(log)
      const args = place && isOf(log.address, deployment.transferContract) ? decode(log) : undefined
      if (place === undefined || args === undefined) return undefined
      return {
        chain_id: id,
        ...place,
        sender: args.sender.toLowerCase(),
        recipient: args.recipient.toLowerCase(),
        transfer_id: args.transferId.toString(),
      }
    },
  }
}

const schemeId = 1n
/** 33 bytes as 0x hex. */
const keyCharacters = 2 + 2 * 33
/** 1 KiB as 0x hex. */
const metadataCharacters = 2 + 2 * 1024

const isOf = (emitter: string, contract: string) => emitter.toLowerCase() === contract.toLowerCase()
