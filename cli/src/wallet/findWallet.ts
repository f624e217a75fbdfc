import type { ReadClient } from '@holdfast/sdk/chain'
import type { Address } from 'viem'
import type { Context, OpenWallet } from '../command/Context.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { readAddress } from '../input/readAddress.js'

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

/** Who would pay: the address that was typed, else that of the wallet. */
export async function readPayer(context: Context, text: string | undefined): Promise<Address> {
  return text === undefined ? (await context.openWallet()).walletClient.account.address : readAddress('--from', text)
}
