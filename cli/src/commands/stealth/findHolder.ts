import { type BoxDetails, getBox, ownerHash } from '@holdfast/sdk/shield'
import { checkStealthAddress, computeStealthPrivateKey, type StealthKeys } from '@holdfast/sdk/stealth'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Context, OpenWallet } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { withAccount } from '../../wallet/withAccount.js'
import { findStealthBoxes } from './findStealthBoxes.js'
import { openStealthKeys } from './openStealthKeys.js'

/** Who can act for a box, with a wallet that signs as that account. */
export type Holder = OpenWallet & { address: Address; isStealth: boolean }

/** Owner and vault of a box are both known to it as a hash alone. */
export type Role = 'owner' | 'vault'

/**
 * Finds the key that is a box's owner, or its vault: the wallet itself, or a stealth address of its, which the box was
 * announced with. Such a key lives in this process alone.
 *
 * @throws CommandFailure `not_your_box`
 */
export async function findHolder(
  context: Context,
  clients: OpenWallet,
  box: Pick<BoxDetails, 'account' | 'ownerHash' | 'vaultHash'>,
  role: Role,
): Promise<Holder> {
  const wallet = clients.walletClient.account.address
  const hash = role === 'owner' ? box.ownerHash : box.vaultHash
  if (isHolder(clients, hash)) return { ...clients, address: wallet, isStealth: false }
  const keys = await openStealthKeys(context, clients)
  const account = await findStealthKey(context, clients, keys, { account: box.account, hash })
  if (account !== undefined) return { ...withAccount(clients, account), address: account.address, isStealth: true }
  throw new CommandFailure('refused', 'not_your_box', `The box ${box.account} has another ${role} than this wallet.`, [
    `Neither ${wallet} nor a stealth address that it was announced to is its ${role}.`,
  ])
}

/** Whether a hash of a box is that of the wallet itself. */
export function isHolder({ walletClient }: Pick<OpenWallet, 'walletClient'>, hash: Hex): boolean {
  return ownerHash(walletClient.account.address) === hash
}

/** Of all that was announced to this wallet: to ask for one box would tell the node which it is. */
async function findStealthKey(
  context: Context,
  { publicClient }: OpenWallet,
  keys: StealthKeys,
  { account, hash }: { account: Address; hash: Hex },
) {
  const { found } = await findStealthBoxes(context, publicClient, { keys })
  const one = found.find(
    ({ box, stealthAddress, ephemeralPubKey }) =>
      isAddressEqual(box, account) &&
      ownerHash(stealthAddress) === hash &&
      checkStealthAddress({ ...keys, ephemeralPubKey }) === stealthAddress,
  )
  return one && privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey: one.ephemeralPubKey }))
}

/**
 * The owner of a box as the wallet of this run: as a rule a stealth address, which holds what was swept and can be used in
 * no other way.
 *
 * @throws NotABoxError, CommandFailure `not_your_box`
 */
export async function openOwner(context: Context, clients: OpenWallet, typed: string): Promise<OpenWallet> {
  const account = readAddress('--owner-of', typed)
  return findHolder(context, clients, await getBox(clients.publicClient, account), 'owner')
}
