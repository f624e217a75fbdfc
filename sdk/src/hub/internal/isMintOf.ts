import { type Address, type Hex, isAddressEqual } from 'viem'
import type { EncodedEvent } from '../../chain/logs/eventDecoder.js'
import { HUB_MINTER } from '../constants.js'

/**
 * Whether a mined transaction has minted a spend. The hash of its spec names token, recipient and amount as they were signed,
 * and the minter takes each spec once: nothing else is left to compare.
 */
export function isMintOf(
  { logs }: { logs: readonly (EncodedEvent & { address: Address })[] },
  transferSpecHash: Hex,
): boolean {
  return logs.some(
    ({ address, topics: [event, , , spec] }) =>
      isAddressEqual(address, HUB_MINTER) && event === attestationUsed && spec === transferSpecHash,
  )
}

/** Of `AttestationUsed(address,address,bytes32,uint32,bytes32,bytes32,uint256)`, the first three indexed. */
const attestationUsed = '0xbb312ce0cc311b2cb0746e09ccd2f91fdb9e2ac755d2f11c65300eb0d0fffd63'
