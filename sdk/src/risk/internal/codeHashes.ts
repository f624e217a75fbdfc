import type { Address, Hash, Hex } from 'viem'
import { keccak256 } from 'viem/utils'
import type { ReadClient } from '../../chain/clients.js'
import { sharedEnds } from '../../chain/similarity.js'
import type { PreparedHistory } from '../history/prepareHistory.js'

/** Most references whose code is read for one check. */
const mostAlike = 8

/** The references that resemble a target most. */
export function findMostAlike(target: Address, history: PreparedHistory): Address[] {
  const charactersOf = (address: Address) => {
    const { prefix, suffix } = sharedEnds(target, address)
    return prefix + suffix
  }
  return history
    .findSimilar(target)
    .map(({ address }) => address)
    .sort((a, b) => charactersOf(b) - charactersOf(a) || (a < b ? -1 : 1))
    .slice(0, mostAlike)
}

/** Reads the code of several addresses at once. One that cannot be read is left out. */
export async function readCodeHashes(
  client: ReadClient,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, Hash | null>> {
  const hashes = new Map<Address, Hash | null>()
  await Promise.all(
    addresses.map(async (address) => {
      try {
        const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] })
        hashes.set(address, isContractCode(code) ? keccak256(code) : null)
      } catch {
        signal.throwIfAborted()
      }
    }),
  )
  return hashes
}

/** An account that has delegated to a contract (EIP-7702) has no code of its own: a person holds its key. */
function isContractCode(code: Hex): boolean {
  return code !== '0x' && !code.toLowerCase().startsWith('0xef0100')
}
