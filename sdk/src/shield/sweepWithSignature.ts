import { type Address, type Hash, type Hex, isHex } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertSeconds } from '../chain/deadline.js'
import { assertNetwork } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { InvalidInputError } from '../errors/input.js'
import { act } from './internal/act.js'
import { parseVault } from './internal/policy.js'
import { type BoxOptions, readBox } from './internal/readBox.js'
import { assertVaultOf } from './internal/sweep.js'
import { sweepTypedData } from './sweepTypedData.js'
import type { ShieldClients } from './types.js'

/** A vault's signature that another account may submit. */
export type SignedSweep = {
  account: Address
  vault: Address
  /** Whether the box never spends again after it. */
  close: boolean
  /** Unix seconds; the signature is invalid after it. */
  deadline: bigint
  signature: Hex
}

/** How long a signed sweep is valid, and whether it closes the box. */
export type SignSweepOptions = BoxOptions & {
  /**
   * Whether the box may never spend again.
   * @default false
   */
  close?: boolean | undefined
  /** @default 600 */
  deadlineSeconds?: number | undefined
  /** Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * Signs a sweep of a box, so that another account can pay its gas. The connected account is the vault: usually a stealth
 * address without gas.
 *
 * The next sweep of the box, by any caller, uses up the signature.
 *
 * @throws {@link BoxRefusedError} with code `not_vault`, {@link NotABoxError}, `InvalidInputError` and its subclasses,
 *   `SignatureDeclinedError`, `SignatureUnusableError`, `ChainUnavailableError`.
 * @example
 * const signed = await signSweep(vaultClients, box)
 */
export async function signSweep(
  clients: ShieldClients,
  account: Address,
  { close = false, deadlineSeconds = 600, now, ...maker }: SignSweepOptions = {},
): Promise<SignedSweep> {
  const from = parseParty('account', account)
  assertSeconds('deadlineSeconds', deadlineSeconds)
  const vault = parseVault('vault', requireAccount(clients.walletClient).address, { account: from })
  const deployment = await assertNetwork(clients)
  const box = await readBox(clients.publicClient, from, maker)
  assertVaultOf(box, vault)
  const start = now === undefined ? box.now : Math.floor(now.getTime() / 1000)
  const deadline = BigInt(start + deadlineSeconds)
  const signature = await signTyped(
    clients,
    'sweeping the box',
    sweepTypedData({ account: from, chainId: deployment.id, vault, sweepNonce: box.sweepNonce, close, deadline }),
    { judge: 'ours' },
  )
  return { account: from, vault, close, deadline, signature }
}

/**
 * Submits a vault's signed sweep. Anyone may; everything goes to the vault.
 *
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: {@link BoxRefusedError} (`not_vault`, `signature_expired`, `invalid_signature`, also
 *   when it was used before), {@link NotABoxError}, `InvalidInputError` and its subclasses, what every write throws.
 * @example
 * const hash = await sweepWithSignature(clients, await signSweep(vaultClients, box))
 */
export async function sweepWithSignature(
  clients: ShieldClients,
  { account, vault, close, deadline, signature }: SignedSweep,
  options: WriteOptions & BoxOptions = {},
): Promise<Hash> {
  const from = parseParty('account', account)
  const to = parseVault('vault', vault, { account: from })
  if (typeof deadline !== 'bigint' || deadline < 0n)
    throw new InvalidInputError('deadline', `The deadline ${String(deadline)} is not a bigint of Unix seconds.`)
  if (!isHex(signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  assertVaultOf(await readBox(clients.publicClient, from, options), to)
  const { transactionHash } = await act(
    clients,
    deployment,
    from,
    { functionName: 'sweepWithSignature', args: [to, close, deadline, signature] },
    'sweeping the box',
    options,
  )
  return transactionHash
}
