import { getBox } from '@holdfast/sdk/shield'
import type { Context, OpenWallet } from '../../command/Context.js'
import { readAddress } from '../../input/readAddress.js'
import { findHolder } from '../stealth/findHolder.js'

/**
 * The owner of a box as the wallet of this run: as a rule a stealth address, which holds what was swept and can be used in
 * no other way.
 *
 * @throws NotABoxError, CommandFailure `not_your_box`
 */
export async function openOwner(context: Context, clients: OpenWallet, typed: string | true): Promise<OpenWallet> {
  const account = readAddress('--owner-of', typed)
  return findHolder(context, clients, await getBox(clients.publicClient, account), 'owner')
}
