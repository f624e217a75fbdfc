import type { Address } from 'viem'
import type { Context } from '../command/Context.js'
import { readAddress } from '../input/readAddress.js'

/** Who would pay: the address that was typed, else that of the wallet. */
export async function readPayer(context: Context, text: string | true | undefined): Promise<Address> {
  return text === undefined ? (await context.openWallet()).walletClient.account.address : readAddress('--from', text)
}
