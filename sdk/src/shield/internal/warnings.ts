import type { Address } from 'viem'
import { isAddressEqual } from 'viem'
import type { EphemeralPolicy, ShieldClients } from '../types.js'

/** Something about a box that its payer may regret. Switch on `code`. */
export type BoxWarning = { code: BoxWarningCode; message: string }

/** What a payer may regret. */
export type BoxWarningCode = keyof typeof messages

const messages = {
  owner_is_wallet: 'The owner is the connected wallet: a box hides its owner only while the owner cannot be guessed.',
  vault_is_wallet: 'The vault is the connected wallet: its first sweep shows whose box it was.',
  owner_visible: 'The owner has been seen on the chain: a box hides its owner only while the owner cannot be guessed.',
  vault_visible: 'The vault has been seen on the chain: its first sweep shows whose box it was.',
  visibility_unknown: 'It could not be looked up whether owner and vault have been seen on the chain.',
  expired: 'The policy has expired: the box can be created and swept, but it can never pay.',
} as const

/** Returns what counts against a policy. Nothing here stops anything, and no lookup that fails does. */
export async function warnAbout(
  { publicClient }: ShieldClients,
  { owner, vault, expiry }: EphemeralPolicy,
  { wallet, now }: { wallet: Address; now: number },
  onWarning: (warning: BoxWarning) => void,
): Promise<void> {
  const warn = (code: BoxWarningCode) => onWarning({ code, message: messages[code] })
  const hasHistory = async (address: Address) => {
    const [nonce, code] = await Promise.all([
      publicClient.request({ method: 'eth_getTransactionCount', params: [address, 'latest'] }),
      publicClient.request({ method: 'eth_getCode', params: [address, 'latest'] }),
    ])
    return BigInt(nonce) > 0n || (code !== undefined && code !== '0x')
  }
  const isWallet = (address: Address) => isAddressEqual(address, wallet)
  try {
    const ownerSeen = isWallet(owner) ? undefined : hasHistory(owner)
    const vaultSeen = isWallet(vault) ? undefined : isAddressEqual(vault, owner) ? ownerSeen : hasHistory(vault)
    const [owned, kept] = await Promise.all([ownerSeen, vaultSeen])
    if (owned !== false) warn(owned ? 'owner_visible' : 'owner_is_wallet')
    if (kept !== false) warn(kept ? 'vault_visible' : 'vault_is_wallet')
  } catch {
    warn('visibility_unknown')
  }
  if (now > expiry) warn('expired')
}
