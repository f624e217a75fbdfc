import type { ReadClient } from '@holdfast/sdk/chain'
import type { Address } from 'viem'

/**
 * An `eth_call` to this address returns 1 behind a guard. No account has it: it is the last 20 bytes of
 * `keccak256("holdfast guard sentinel")`, and a plain node answers `0x`.
 */
export const GUARD_SENTINEL_ADDRESS: Address = '0x1c233B6250eB78D47Cac6EdE5069229588E3fb36'

/**
 * Whether a client's requests go through a guard RPC.
 *
 * This is what the endpoint says of itself: a dishonest one can say the same.
 *
 * @throws What the client throws.
 * @example
 * if (!(await isGuarded(publicClient))) console.warn('Payments are not checked by this endpoint.')
 */
export async function isGuarded(client: ReadClient): Promise<boolean> {
  const answer = await client.request({ method: 'eth_call', params: [{ to: GUARD_SENTINEL_ADDRESS }, 'latest'] })
  return answer === GUARD_SENTINEL_ANSWER
}

/** One, as a `uint256`. */
export const GUARD_SENTINEL_ANSWER = `0x${'1'.padStart(64, '0')}`
