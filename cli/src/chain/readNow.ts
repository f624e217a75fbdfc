import type { ReadClient } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { getBlock } from 'viem/actions'

/** The chain's clock, in Unix seconds. @throws ChainUnavailableError */
export async function readNow(client: ReadClient): Promise<number> {
  try {
    const { timestamp } = await getBlock(client)
    return Number(timestamp)
  } catch {
    throw new ChainUnavailableError('reading the time of the newest block', undefined)
  }
}
