import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { chainTime } from '../chain/chainTime.js'
import type { ReadClient } from '../chain/clients.js'
import { deploymentOf } from '../chain/network.js'
import { type FixedView, readTogether } from '../chain/readTogether.js'
import { readView } from '../chain/readView.js'
import { assertTransferId, contractOf, type TransferReader } from './internal/contract.js'
import { statuses } from './internal/statuses.js'
import type { ProtectedTransfer } from './types.js'

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
 * {@link getTransfer} of a chain that is meant, with its clock, in one request where the node runs programs.
 *
 * @throws As {@link getTransfer}, and `WrongNetworkError`.
 */
export async function readTransferOn(
  clients: TransferReader,
  chainId: number,
  transferId: bigint,
): Promise<{ transfer: ProtectedTransfer; now: Date }> {
  assertTransferId(transferId)
  const { publicClient } = clients
  const contract = contractOf(clients, await deploymentOf(publicClient))
  const { transfer, time } = await readRecorded(publicClient, chainId, contract, transferId)
  return { transfer, now: new Date(Number(time ?? (await chainTime(publicClient))) * 1_000) }
}

/**
 * The transfer as the contract of a chain that is meant has it.
 *
 * @returns `time` in Unix seconds, `undefined` where the node does not run programs.
 * @throws `ChainUnavailableError`, `WrongNetworkError`
 */
export async function readRecorded(
  client: ReadClient,
  chainId: number,
  contract: Address,
  transferId: bigint,
): Promise<{ transfer: ProtectedTransfer; time: bigint | undefined }> {
  const { values, time } = await readTogether(client, chainId, contract, [transferView(contract, transferId)])
  return { transfer: parseTransfer(transferId, values[0]), time }
}

/** {@link getTransfer}, to be asked along; {@link parseTransfer} reads the answer. */
function transferView(contract: Address, transferId: bigint): FixedView {
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
function parseTransfer(transferId: bigint, answer: unknown): ProtectedTransfer {
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
