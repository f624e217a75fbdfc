import { randomBytes } from 'node:crypto'
import { type EphemeralPolicy, newStealthPolicy } from '@holdfast/sdk/shield'
import { computeStealthPrivateKey, type StealthAnnouncement } from '@holdfast/sdk/stealth'
import { bytesToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Context, OpenWallet } from '../command/Context.js'
import { openStealthKeys } from '../stealth/openStealthKeys.js'
import { withAccount } from '../wallet/withAccount.js'

/** A whole policy, and who can sign as its owner. */
export type Drawn = {
  policy: EphemeralPolicy
  salt: Hex
  owner: OpenWallet
  /** What has to be announced; undefined where the wallet itself is the owner. */
  stealth: StealthAnnouncement | undefined
}

/** Turns terms into the policy of a new box: of the wallet, or of a fresh stealth address of its. */
export async function drawOwner(
  context: Context,
  clients: OpenWallet,
  terms: newStealthPolicy.Terms,
  isStealth: boolean,
): Promise<Drawn> {
  if (!isStealth) {
    const { address: owner } = clients.walletClient.account
    const salt = bytesToHex(randomBytes(32))
    return { policy: { ...terms, owner, vault: owner }, salt, owner: clients, stealth: undefined }
  }
  const keys = await openStealthKeys(context, clients)
  const drawn = newStealthPolicy(keys, terms)
  const { ephemeralPubKey } = drawn.stealth
  const account = privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey }))
  return { ...drawn, owner: withAccount(clients, account) }
}
