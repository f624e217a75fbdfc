import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { deploymentOf } from '../chain/network.js'
import { type FixedView, readTogether } from '../chain/readTogether.js'
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
  const { attempted, ...view } = transferView(contractOf(clients, deployment), transferId)
  return parseTransfer(transferId, await readView(clients.publicClient, attempted, view))
}

/**
 * {@link getTransfer} of a chain that is meant, with its clock, in one request.
 *
 * @returns `chainTime` is `undefined` where the node does not tell.
 * @throws As {@link getTransfer}, and `WrongNetworkError`.
 */
export async function readTransferOn(
  clients: TransferReader,
  chainId: number,
  transferId: bigint,
): Promise<{ transfer: ProtectedTransfer; chainTime: Date | undefined }> {
  assertTransferId(transferId)
  const contract = contractOf(clients, await deploymentOf(clients.publicClient))
  const views = [transferView(contract, transferId)]
  const { values, time } = await readTogether(clients.publicClient, chainId, contract, views)
  return {
    transfer: parseTransfer(transferId, values[0]),
    chainTime: time === undefined ? undefined : new Date(Number(time) * 1_000),
  }
}

/** {@link getTransfer}, to be asked along; {@link parseTransfer} reads the answer. */
export function transferView(contract: Address, transferId: bigint): FixedView {
  return {
    attempted: `reading transfer ${transferId}`,
    address: contract,
    abi: protectedTransferAbi,
    functionName: 'getTransfer',
    args: [transferId],
    words: 8,
  }
}

/** A transfer out of the contract's answer. */
export function parseTransfer(transferId: bigint, answer: unknown): ProtectedTransfer {
  // As the ABI of the contract has it.
  const stored = answer as StoredTransfer
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
