import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { TRANSFER_TOPIC } from '../../chain/transferTopic.js'
import { multiTokenTopics } from './multiToken.js'

/** How the primary chain recorded native movements before it took over the token's event. */
export const nativeTopic: Hex = '0x62f084c00a442dcf51cdbb51beed2839bf42a268da8474b0e98f38edb7db5a22'

/** Who moved how much to whom. */
export type Movement = {
  from: Address
  to: Address
  value: bigint
  /** A token of ERC-721 or ERC-1155. */
  isNft: boolean
}

/**
 * Reads a transfer of ERC-20, ERC-721 or ERC-1155, or a native one, as a node logs it. The `Transfer` of ERC-721 is that of
 * ERC-20 with the token's number as a fourth topic. `undefined` for any other log, and for one that is cut short.
 */
export function decodeMovement({ topics, data }: { topics: readonly Hex[]; data: Hex }): Movement | undefined {
  const [event = '0x', first, second, third] = topics
  if (multiTokenTopics.includes(event)) return movementOf(second, third, oneOfAKind)
  if (event !== nativeTopic && event !== TRANSFER_TOPIC) return undefined
  return movementOf(first, second, third && event === TRANSFER_TOPIC ? oneOfAKind : readAmount(data))
}

const oneOfAKind = { value: 1n, isNft: true }

function movementOf(
  from: Hex | undefined,
  to: Hex | undefined,
  what: Pick<Movement, 'value' | 'isNft'> | undefined,
): Movement | undefined {
  if (!isWords(from) || !isWords(to) || !what) return undefined
  return { from: partyOf(from), to: partyOf(to), ...what }
}

function partyOf(topic: Hex): Address {
  return getAddress(`0x${topic.slice(26, 66)}`)
}

function readAmount(data: Hex) {
  return isWords(data) ? { value: BigInt(data.slice(0, 66)), isNft: false } : undefined
}

/** Whether there is a word of 32 bytes at least. */
function isWords(hex: Hex | undefined): hex is Hex {
  return hex !== undefined && /^0x[\da-f]{64,}$/i.test(hex)
}
