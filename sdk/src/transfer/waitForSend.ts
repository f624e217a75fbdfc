import type { Address, Hash, Hex, TransactionReceipt } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import { deploymentOf } from '../chain/network.js'
import { type WaitOptions, waitForReceipt } from '../chain/transaction/waitForReceipt.js'
import { ClaimHashNotFoundError } from '../errors/transfer.js'
import { feeOf } from './fee.js'
import { getConfig } from './getConfig.js'
import { contractOf, eventsOf, type TransferReader } from './internal/contract.js'
import type { SendProtectedResult } from './types.js'

/** How errors speak of a send. */
export const sending = 'sending the protected transfer'

/**
 * Finds out how a send ended whose receipt did not come in time. Sends nothing.
 *
 * @param txHash - From `onTransactionHash` or {@link TransactionUnconfirmedError}.
 * @param claimHash - Of the transfer that was to be sent.
 * @throws {@link TransactionRevertedError}, {@link TransactionReplacedError}, {@link TransactionUnconfirmedError},
 *   {@link ClaimHashNotFoundError} when the transaction created no such transfer.
 * @example
 * const { transferId } = await waitForSend({ publicClient }, txHash, claimHash)
 */
export async function waitForSend(
  clients: TransferReader,
  txHash: Hash,
  claimHash: Hex,
  options: WaitOptions = {},
): Promise<SendProtectedResult> {
  assertBytes32('claimHash', claimHash, { nonZero: true })
  const deployment = await deploymentOf(clients.publicClient)
  const contract = contractOf(clients, deployment)
  const receipt = await waitForReceipt(clients.publicClient, txHash, sending, {
    ...options,
    blockTimeMs: deployment.blockTimeMs,
  })
  const { amount, configId } = createdIn(receipt, contract, claimHash)
  const config = await getConfig(clients, configId)
  return readSend(receipt, contract, claimHash, feeOf(amount, config?.feeBps ?? 0))
}

/**
 * Reads the transfer that a mined send created. Bound to contract and claim hash, so planted events decide nothing.
 *
 * @throws {@link ClaimHashNotFoundError}
 */
export function readSend(
  receipt: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  contract: Address,
  claimHash: Hex,
  fee: bigint,
): SendProtectedResult {
  const { transferId, deadline } = createdIn(receipt, contract, claimHash)
  return { transferId, txHash: receipt.transactionHash, deadline: new Date(Number(deadline) * 1000), fee }
}

function createdIn(
  { logs, transactionHash }: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  contract: Address,
  claimHash: Hex,
) {
  for (const event of eventsOf(logs, contract))
    if (event.eventName === 'TransferCreated' && event.args.claimHash === claimHash.toLowerCase()) return event.args
  throw new ClaimHashNotFoundError(transactionHash)
}
