import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { deploymentOf } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import { assertTransferId, contractOf, type TransferReader } from './internal/contract.js'
import type { ProtectedTransfer, TransferStatus } from './types.js'

const statuses = ['NONE', 'PENDING', 'CLAIMED', 'CANCELLED', 'RECLAIMED', 'LOCKED'] as const satisfies TransferStatus[]

/**
 * Reads a transfer.
 *
 * @returns The transfer; one that was never created has status `NONE`.
 * @throws {@link InvalidInputError} when the id is not a bigint from 1; {@link ChainUnavailableError} when the node
 *   does not answer.
 * @example
 * const { status, deadline } = await getTransfer({ publicClient }, 42n)
 */
export async function getTransfer(clients: TransferReader, transferId: bigint): Promise<ProtectedTransfer> {
  assertTransferId(transferId)
  const deployment = await deploymentOf(clients.publicClient)
  const stored = await readView<StoredTransfer>(clients.publicClient, `reading transfer ${transferId}`, {
    address: contractOf(clients, deployment),
    abi: protectedTransferAbi,
    functionName: 'getTransfer',
    args: [transferId],
  })
  return {
    transferId,
    sender: stored.sender,
    to: stored.to,
    amount: stored.amount,
    deadline: new Date(Number(stored.deadline) * 1000),
    attempts: stored.attempts,
    status: statuses[stored.status] ?? 'NONE',
    claimHash: stored.claimHash,
    configId: stored.configId,
  }
}

type StoredTransfer = {
  sender: Address
  to: Address
  amount: bigint
  deadline: bigint
  attempts: number
  status: number
  claimHash: Hex
  configId: Hex
}
