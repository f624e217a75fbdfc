import type { Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { changeTransfer } from './internal/changeTransfer.js'

/**
 * Takes the money back, at any time until a claim lands. Sender only.
 *
 * @returns Hash of the mined transaction that refunded the sender.
 * @throws {@link TransferUnavailableError} (`not_sender`, `not_pending`, `unknown`) before anything is sent.
 * @example
 * const hash = await cancel(clients, 42n)
 */
export function cancel(clients: ClientPair, transferId: bigint, options: WriteOptions = {}): Promise<Hash> {
  return changeTransfer(clients, transferId, { functionName: 'cancel', args: [transferId] }, 'cancelling', options)
}
