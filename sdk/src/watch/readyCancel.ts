import type { Hex } from 'viem'
import { chainTime } from '../chain/chainTime.js'
import type { ClientPair } from '../chain/clients.js'
import { InvalidInputError } from '../errors/input.js'
import { TransferUnavailableError } from '../errors/transfer.js'
import { type SignedCancel, signCancel } from '../transfer/cancelWithSignature.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { isOpen } from '../transfer/status.js'
import type { ProtectedTransfer } from '../transfer/types.js'

/** A cancellation signed in advance. Any holder of it can return the money to the sender. */
export type ReadyCancel = SignedCancel & {
  /** Of the transfer when it was signed: a rekey voids the signature. */
  claimHash: Hex
}

/**
 * Signs the cancellation of a transfer in advance, for {@link watchSends}. It is valid until the transfer's
 * deadline.
 *
 * Sign none for a payment that its sender has made against the firewall's advice: the watch would take it back.
 *
 * @throws `TransferUnavailableError` (`unknown`, `not_pending`, `not_sender`, `expired`), what `signCancel` throws.
 * @example
 * const cancels = [await signReadyCancel(clients, 42n)]
 */
export async function signReadyCancel(clients: ClientPair, transferId: bigint): Promise<ReadyCancel> {
  const transfer = await getTransfer(clients, transferId)
  const { status, sender, deadline, claimHash } = transfer
  if (status === 'NONE') throw new TransferUnavailableError(transferId, 'unknown')
  if (!isOpen(status)) throw new TransferUnavailableError(transferId, 'not_pending')
  if (sender.toLowerCase() !== clients.walletClient.account?.address.toLowerCase())
    throw new TransferUnavailableError(transferId, 'not_sender')
  const left = Math.floor(deadline.getTime() / 1_000) - Number(await chainTime(clients.publicClient))
  if (left < 1) throw new TransferUnavailableError(transferId, 'expired')
  // Counted back from the deadline, so that no clock can make it later.
  const now = new Date(deadline.getTime() - left * 1_000)
  return { ...(await signCancel(clients, transferId, { deadlineSeconds: left, now })), claimHash }
}

/**
 * Whether a ready cancel can still be used.
 *
 * @returns `rekeyed`: the transfer has another claim hash, so the signature is void. `expired`: its time is over.
 * @throws `InvalidInputError` where it is valid longer than the transfer, which no ready cancel may be.
 * @example
 * const ready = await signReadyCancel(clients, 42n)
 * readyCancelState(ready, await getTransfer({ publicClient }, 42n)) // 'usable'
 */
export function readyCancelState(
  { deadline, claimHash }: Pick<ReadyCancel, 'deadline' | 'claimHash'>,
  transfer: Pick<ProtectedTransfer, 'transferId' | 'deadline' | 'claimHash'>,
  now: Date = new Date(),
): 'usable' | 'rekeyed' | 'expired' {
  if (deadline * 1_000n > BigInt(transfer.deadline.getTime()))
    throw new InvalidInputError('cancels', `The ready cancel of transfer ${transfer.transferId} outlives the transfer.`)
  if (claimHash.toLowerCase() !== transfer.claimHash.toLowerCase()) return 'rekeyed'
  return deadline * 1_000n < BigInt(now.getTime()) ? 'expired' : 'usable'
}
