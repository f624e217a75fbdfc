import { randomBytes } from 'node:crypto'
import { type EphemeralPolicy, newStealthPolicy } from '@holdfast/sdk/shield'
import { computeStealthPrivateKey, type StealthAnnouncement, type StealthMetaAddress } from '@holdfast/sdk/stealth'
import { bytesToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Context, OpenWallet } from '../../command/Context.js'
import { withAccount } from '../../wallet/withAccount.js'
import { openStealthKeys } from '../stealth/openStealthKeys.js'

/** A whole policy, and who can sign as its owner. */
export type Drawn = {
  policy: EphemeralPolicy
  salt: Hex
  /** Undefined for the box of another person. */
  owner: OpenWallet | undefined
  /** What must be announced; undefined where the wallet itself is the owner. */
  stealth: StealthAnnouncement | undefined
}

/** Turns terms into the policy of a new box: of the wallet, of a fresh stealth address of its, or of one of another person. */
export async function drawOwner(
  context: Context,
  clients: OpenWallet,
  terms: newStealthPolicy.Terms,
  whose: 'wallet' | 'stealth' | StealthMetaAddress,
): Promise<Drawn> {
  if (whose === 'wallet') {
    const { address: owner } = clients.walletClient.account
    const salt = bytesToHex(randomBytes(32))
    return { policy: { ...terms, owner, vault: owner }, salt, owner: clients, stealth: undefined }
  }
  if (whose !== 'stealth') return { ...newStealthPolicy(whose, terms), owner: undefined }
  const keys = await openStealthKeys(context, clients)
  const drawn = newStealthPolicy(keys, terms)
  const { ephemeralPubKey } = drawn.stealth
  const account = privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey }))
  return { ...drawn, owner: withAccount(clients, account) }
}
