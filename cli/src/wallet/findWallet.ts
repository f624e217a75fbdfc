import type { ReadClient } from '@holdfast/sdk/chain'
import type { Context, OpenWallet } from '../command/Context.js'
import { CommandFailure } from '../failure/CommandFailure.js'

/**
 * The wallet, for what can also be done without; undefined where nothing names one.
 *
 * @param on - As of `openWallet`.
 */
export async function findWallet(context: Context, on?: ReadClient): Promise<OpenWallet | undefined> {
  try {
    return await context.openWallet(on)
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'no_wallet') return undefined
    throw error
  }
}
