import { type BoxDetails, boxStatus, type EphemeralPolicy, MODE_PULL, ownerHash, vaultHash } from '@holdfast/sdk/shield'
import type { StealthBox } from '@holdfast/sdk/stealth'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { BoxAct } from '../../words/BoxWords.js'

/** Who acts for a spending account: the wallet, or a hidden address of its that the account was announced to. */
export type Holder = { owner: Address; ephemeralPubKey: Hex | undefined }

export function holderOf(
  box: BoxDetails,
  account: Address | undefined,
  found: readonly StealthBox[] = [],
): Holder | undefined {
  if (account !== undefined && ownerHash(account) === box.ownerHash)
    return { owner: account, ephemeralPubKey: undefined }
  const one = found.find(
    (one) => isAddressEqual(one.box, box.account) && ownerHash(one.stealthAddress) === box.ownerHash,
  )
  return one && { owner: one.stealthAddress, ephemeralPubKey: one.ephemeralPubKey }
}

/** What an account can do with a spending account now. The library refuses what is not allowed; this leaves it out. */
export function actsOf(
  box: BoxDetails,
  holder: Holder | undefined,
  account: Address | undefined,
  isCosigned: boolean,
): BoxAct[] {
  if (account === undefined) return []
  const isActive = boxStatus(box) === 'active'
  const isFunded = box.balance !== null && box.balance > 0n
  const isOwner = holder !== undefined
  const isVault = vaultHash(holder?.owner ?? account) === box.vaultHash
  const isPull = box.mode === MODE_PULL
  const pays = isActive && isCosigned
  return [
    ...(pays && isFunded && isOwner && !isPull ? ['pay' as const] : []),
    ...(pays && isPull && isAddressEqual(account, box.target) ? ['pull' as const] : []),
    ...(pays && isOwner && isVault ? ['fund' as const] : []),
    ...(pays && isOwner && isPull ? ['bind' as const] : []),
    ...(isFunded && isVault ? ['sweep' as const] : []),
  ]
}

/** Whether the account can take back what is in it, as far as that is known. */
export function canTakeBack(box: BoxDetails, holder: Holder | undefined, account: Address | undefined): boolean {
  return account !== undefined && box.balance !== 0n && vaultHash(holder?.owner ?? account) === box.vaultHash
}

/** The policy of a spending account whose owner and vault is this account. */
export function policyOf(box: BoxDetails, own: Address): EphemeralPolicy {
  const { token, cosigner, target, maxAmount, perPullMax, expiry, interval, mode } = box
  const limit = mode === MODE_PULL ? { perPullMax } : {}
  return { token, owner: own, vault: own, cosigner, target, maxAmount, ...limit, expiry, interval, mode }
}

export function isStrange(box: BoxDetails, account: Address): boolean {
  return ownerHash(account) !== box.ownerHash && !isAddressEqual(account, box.target)
}
