import { type Address, type Hash, type Hex, isHex } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../chain/deadline.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { InvalidInputError } from '../errors/input.js'
import type { SignCancelOptions } from './cancelWithSignature.js'
import { changeTransfer } from './internal/changeTransfer.js'
import { guardRelease, type ReleaseGuardOptions } from './internal/guardRelease.js'
import { transferMessage } from './internal/transferMessage.js'

/** A sender's release that another account may submit. */
export type SignedRelease = {
  transferId: bigint
  recipient: Address
  /** Unix seconds; the signature is invalid after it. */
  deadline: bigint
  signature: Hex
}

/** How a release is guarded, and how long its signature lives. */
export type SignReleaseOptions = ReleaseGuardOptions & SignCancelOptions

/**
 * Signs the release of an open transfer, so that another account can pay its gas: the recipient, for example. The firewall
 * judges the recipient first. The signature names the present claim hash, so a rekey voids it.
 *
 * @throws As `release` does before sending, and {@link SignatureUnusableError}.
 * @example
 * const signed = await signRelease(clients, 42n, recipient)
 */
export async function signRelease(
  clients: ClientPair,
  transferId: bigint,
  recipient: Address,
  { deadlineSeconds = 600, now, ...options }: SignReleaseOptions = {},
): Promise<SignedRelease> {
  assertSeconds('deadlineSeconds', deadlineSeconds)
  const { deployment, contract, to, transfer } = await guardRelease(clients, transferId, recipient, options)
  const deadline = await deadlineAfter(clients.publicClient, deadlineSeconds, now)
  const { claimHash } = transfer
  const scope = { chainId: deployment.id, contract }
  const message = transferMessage('Release', scope, { transferId, recipient: to, claimHash, deadline })
  const { timeoutMs, signal } = options
  const doing = `releasing transfer ${transferId}`
  const signature = await signTyped(clients, doing, message, { judge: 'ours', timeoutMs, signal })
  return { transferId, recipient: to, deadline, signature }
}

/**
 * Submits a sender's signed release, which pays the recipient at once. Any account may.
 *
 * @returns Hash of the mined transaction.
 * @throws {@link TransferUnavailableError} before anything is sent.
 * @example
 * const hash = await releaseWithSignature(clients, await signRelease(clients, 42n, recipient))
 */
export async function releaseWithSignature(
  clients: ClientPair,
  { transferId, recipient, deadline, signature }: SignedRelease,
  options: WriteOptions = {},
): Promise<Hash> {
  if (!isHex(signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  const to = parseParty('recipient', recipient)
  const call = { functionName: 'releaseWithSignature', args: [transferId, to, deadline, signature] } as const
  return changeTransfer(clients, transferId, call, 'releasing', options)
}
