import { type Hash, type Hex, isHex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds, deadlineAfter } from '../chain/deadline.js'
import { assertNetwork } from '../chain/network.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { InvalidInputError } from '../errors/input.js'
import { getTransfer } from './getTransfer.js'
import { changeTransfer } from './internal/changeTransfer.js'
import { assertTransferId, contractOf } from './internal/contract.js'
import { transferMessage } from './internal/transferMessage.js'

/** A sender's signature that another account may submit. */
export type SignedCancel = {
  transferId: bigint
  /** Unix seconds; the signature is invalid after it. */
  deadline: bigint
  signature: Hex
}

/** Who signs, and for how long. */
export type SignCancelOptions = {
  /** @default 600 */
  deadlineSeconds?: number | undefined
  /** Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * Signs the cancellation of a transfer, so that another account can pay its gas. The connected account is its sender.
 *
 * The signature names the present claim hash, so a rekey voids it.
 *
 * @example
 * const signed = await signCancel(clients, 42n)
 */
export async function signCancel(
  clients: ClientPair,
  transferId: bigint,
  { deadlineSeconds = 600, now }: SignCancelOptions = {},
): Promise<SignedCancel> {
  assertTransferId(transferId)
  requireAccount(clients.walletClient)
  assertSeconds('deadlineSeconds', deadlineSeconds)
  const deployment = await assertNetwork(clients)
  const [deadline, { claimHash }] = await Promise.all([
    deadlineAfter(clients.publicClient, deadlineSeconds, now),
    getTransfer(clients, transferId),
  ])
  const scope = { chainId: deployment.id, contract: contractOf(clients, deployment) }
  const message = transferMessage('Cancel', scope, { transferId, claimHash, deadline })
  const signature = await signTyped(clients, `cancelling transfer ${transferId}`, message, { judge: 'ours' })
  return { transferId, deadline, signature }
}

/**
 * Submits a sender's signed cancellation. Anyone may; the money goes to the sender.
 *
 * @returns Hash of the mined transaction.
 * @throws {@link TransferUnavailableError} before anything is sent.
 * @example
 * const hash = await cancelWithSignature(clients, await signCancel(clients, 42n))
 */
export async function cancelWithSignature(
  clients: ClientPair,
  { transferId, deadline, signature }: SignedCancel,
  options: WriteOptions = {},
): Promise<Hash> {
  if (!isHex(signature)) throw new InvalidInputError('signature', 'The signature is not hex.')
  return changeTransfer(
    clients,
    transferId,
    { functionName: 'cancelWithSignature', args: [transferId, deadline, signature] },
    'cancelling',
    options,
  )
}
