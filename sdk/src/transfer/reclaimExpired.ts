import type { Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { changeTransfer } from './internal/changeTransfer.js'

/**
 * Sends an expired, unclaimed transfer back to its sender. Anyone may call it.
 *
 * @returns Hash of the mined transaction that refunded the sender.
 * @throws {@link TransferUnavailableError} (`not_expired`, `not_pending`, `unknown`) before anything is sent.
 * @example
 * const hash = await reclaimExpired(clients, 42n)
 */
export function reclaimExpired(clients: ClientPair, transferId: bigint, options: WriteOptions = {}): Promise<Hash> {
  return changeTransfer(
    clients,
    transferId,
    { functionName: 'reclaimExpired', args: [transferId] },
    'returning',
    options,
  )
}
