import { type Hash, type Hex, isHex } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../chain/deadline.js'
import { assertNetwork } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { InvalidInputError } from '../errors/input.js'
import type { SignCancelOptions } from './cancelWithSignature.js'
import { getTransfer } from './getTransfer.js'
import { changeTransfer } from './internal/changeTransfer.js'
import { assertTransferId, contractOf } from './internal/contract.js'
import { transferMessage } from './internal/transferMessage.js'

/** A sender's new claim hash that another account may submit. */
export type SignedRekey = {
  transferId: bigint
  newClaimHash: Hex
  /** Unix seconds; the signature is invalid after it. */
  deadline: bigint
  signature: Hex
}

/**
 * Signs a new claim hash for a transfer, so that another account can pay its gas. The connected account is its sender. The
 * signature names the present claim hash, which must be another one, so it works once.
 *
 * @throws {@link InvalidInputError} for the present claim hash, {@link SignatureUnusableError}.
 * @example
 * const signed = await signRekey(clients, 42n, generateClaimCode().claimHash)
 */
export async function signRekey(
  clients: ClientPair,
  transferId: bigint,
  newClaimHash: Hex,
  { deadlineSeconds = 600, now }: SignCancelOptions = {},
): Promise<SignedRekey> {
  assertTransferId(transferId)
  assertBytes32('newClaimHash', newClaimHash, { nonZero: true })
  requireAccount(clients.walletClient)
  assertSeconds('deadlineSeconds', deadlineSeconds)
  const deployment = await assertNetwork(clients)
  const [deadline, { claimHash }] = await Promise.all([
    deadlineAfter(clients.publicClient, deadlineSeconds, now),
    getTransfer(clients, transferId),
  ])
  if (claimHash === newClaimHash.toLowerCase())
    throw new InvalidInputError('newClaimHash', 'A signed rekey names another claim hash than the present one.')
  const scope = { chainId: deployment.id, contract: contractOf(clients, deployment) }
  const message = transferMessage('Rekey', scope, { transferId, claimHash, newClaimHash, deadline })
  const signature = await signTyped(clients, `rekeying transfer ${transferId}`, message, { judge: 'ours' })
  return { transferId, newClaimHash, deadline, signature }
}

/**
 * Submits a sender's signed claim hash. Any account may.
 *
 * @returns Hash of the mined transaction.
 * @throws {@link TransferUnavailableError} before anything is sent.
 * @example
 * const hash = await rekeyWithSignature(clients, await signRekey(clients, 42n, claimHash))
 */
export async function rekeyWithSignature(
  clients: ClientPair,
  { transferId, newClaimHash, deadline, signature }: SignedRekey,
  options: WriteOptions = {},
): Promise<Hash> {
  assertBytes32('newClaimHash', newClaimHash, { nonZero: true })
  if (!isHex(signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  const call = { functionName: 'rekeyWithSignature', args: [transferId, newClaimHash, deadline, signature] } as const
  return changeTransfer(clients, transferId, call, 'setting a new code for', options)
}
