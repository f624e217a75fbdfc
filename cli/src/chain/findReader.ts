import type { ReadClient } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import type { Context } from '../command/Context.js'

/** A reader of a chain that a command can do without; `undefined` where it does not answer. @throws WrongNetworkError */
export async function findReader(
  { openChain }: Pick<Context, 'openChain'>,
  chainId: number,
): Promise<ReadClient | undefined> {
  try {
    return await openChain(chainId)
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined
    throw error
  }
}
