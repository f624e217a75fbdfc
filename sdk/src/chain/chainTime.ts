import { getBlock } from 'viem/actions'
import { ChainUnavailableError } from '../errors/chain.js'
import type { ReadClient } from './clients.js'
import { withoutSecrets } from './failure.js'

/**
 * The chain's own clock: the newest block's time in Unix seconds. Deadlines are judged by it, not by this machine's.
 *
 * @throws {@link ChainUnavailableError}
 * @example
 * const deadline = (await chainTime(publicClient)) + 600n
 */
export async function chainTime(client: ReadClient): Promise<bigint> {
  try {
    return (await getBlock(client)).timestamp
  } catch (error) {
    throw new ChainUnavailableError('reading its clock', withoutSecrets(error))
  }
}
