import {
  computeStealthPrivateKey,
  deriveStealthKeys,
  explorerTxUrl,
  formatUsdc,
  STEALTH_KEY_MESSAGE,
  type StealthAnnouncement,
  type StealthKeys,
} from '@holdfast/sdk'
import type { Hash, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { dim, link } from './print.js'
import { type Actor, type Stage, usdcAbi } from './stage.js'

/** Moves USDC as any wallet does. */
export async function transfer(
  actor: Actor,
  usdc: Hex,
  functionName: 'transfer' | 'transferFrom',
  args: readonly [Hex, bigint] | readonly [Hex, Hex, bigint],
): Promise<Hash> {
  const hash = await actor.walletClient.writeContract({
    account: requireAccount(actor),
    chain: actor.walletClient.chain ?? null,
    address: usdc,
    abi: usdcAbi,
    functionName,
    args,
  } as Parameters<typeof actor.walletClient.writeContract>[0])
  const receipt = await actor.publicClient.waitForTransactionReceipt({ hash })
  expectEqual('the transfer', receipt.status, 'success')
  return hash
}

/** The account whose key signs. */
export function requireAccount({ walletClient, name }: Actor) {
  if (!walletClient.account) throw new Error(`${name} has no account.`)
  return walletClient.account
}

/** The stealth keys of an actor's wallet, always the same. */
export async function stealthKeysOf(actor: Actor): Promise<StealthKeys> {
  const signature = await requireAccount(actor).signMessage?.({ message: STEALTH_KEY_MESSAGE })
  if (!signature) throw new Error(`${actor.name} has no key to sign with.`)
  return deriveStealthKeys(signature)
}

/** The key behind a stealth address, which only the holder of the stealth keys can compute. */
export function stealthOwnerOf(
  keys: StealthKeys,
  { ephemeralPubKey }: Pick<StealthAnnouncement, 'ephemeralPubKey'>,
): PrivateKeyAccount {
  return privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey }))
}

/** A transaction, its cost and the payer of its gas. */
export async function paid({ gasCost }: Stage, hash: Hash, by = ''): Promise<string> {
  return `${link(explorerTxUrl(hash))} ${dim(`${by}${formatUsdc(await gasCost(hash))} USDC of gas`)}`
}

export async function refusalOf<E extends Error>(
  attempt: Promise<unknown>,
  kind: new (...args: never[]) => E,
): Promise<E> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof kind) return error
    throw error
  }
  throw new Error(`This should have been refused with ${kind.name}, and was not.`)
}

export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`Expected ${what} to be ${String(expected)}, found ${String(actual)}.`)
}

/** Gas shares the balance and is rounded to whole units, so a sum that includes it may be off by one unit. */
export function expectNear(what: string, actual: bigint, expected: bigint): void {
  const off = actual > expected ? actual - expected : expected - actual
  if (off > 1n) throw new Error(`Expected ${what} to be ${expected}, found ${actual}.`)
}

/** Polls until the answer is true; fails after a minute. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(60_000)
  while (!(await isSo())) {
    patience.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
