import { type Address, type Hash, type Hex, isAddressEqual } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import { deploymentOf } from '../chain/network.js'
import { type LateWaitOptions, waitForReceipt } from '../chain/transaction/waitForReceipt.js'
import { feeOf } from './fee.js'
import { getConfig } from './getConfig.js'
import { contractOf, type TransferReader } from './internal/contract.js'
import { differencesOf, type Made, type MinedLogs, madeIn, notMade, type Sent } from './internal/made.js'
import type { SendFields } from './internal/prepareSend.js'
import type { SendProtectedResult } from './types.js'

/** What errors call a send. */
export const sending = 'sending the protected transfer'

/**
 * Finds out how a send ended whose receipt did not come in time. Sends nothing.
 *
 * @param txHash - From `onTransactionHash` or {@link TransactionUnconfirmedError}.
 * @param claimHash - Of the transfer that was to be sent.
 * @throws {@link TransactionRevertedError}, {@link TransactionReplacedError}, {@link TransactionUnconfirmedError},
 *   {@link TransferDiffersError} when the wallet has put another claim hash into it, {@link ClaimHashNotFoundError} when the
 *   transaction created no transfer of its sender.
 * @example
 * const { transferId } = await waitForSend({ publicClient }, txHash, claimHash)
 */
export async function waitForSend(
  clients: TransferReader,
  txHash: Hash,
  claimHash: Hex,
  options: LateWaitOptions = {},
): Promise<SendProtectedResult> {
  assertBytes32('claimHash', claimHash, { nonZero: true })
  const deployment = await deploymentOf(clients.publicClient)
  const contract = contractOf(clients, deployment)
  const receipt = await waitForReceipt(clients.publicClient, txHash, sending, {
    chainId: deployment.id,
    ...options,
    blockTimeMs: deployment.blockTimeMs,
    isSame: ({ input }) => input.includes(claimHash.slice(2).toLowerCase()),
  })
  const made = madeAs(receipt, contract, { claimHash }, receipt.from)
  const config = await getConfig(clients, made.configId)
  return resultOf(receipt, made, feeOf(made.amount, config?.feeBps ?? 0))
}

/**
 * Reads the transfer that a mined send created. Bound to the contract and to what was asked for, so planted events decide nothing.
 *
 * @param from - Whose money moves.
 * @throws {@link ClaimHashNotFoundError}; {@link TransferDiffersError} where the wallet has made another transfer than the one in
 *   `sent`.
 */
export function readSend(
  receipt: MinedLogs,
  contract: Address,
  sent: SendFields,
  { from, fee }: { from: Address; fee: bigint },
): SendProtectedResult {
  return resultOf(receipt, madeAs(receipt, contract, sent, from), fee)
}

function madeAs(receipt: MinedLogs, contract: Address, sent: Sent, from: Address): Made {
  // Under its own claim hash, any payer; under another one, only a payment of this account.
  const made = madeIn(receipt, contract).filter(
    ({ claimHash, sender }) => claimHash === sent.claimHash.toLowerCase() || isAddressEqual(sender, from),
  )
  const found = made.find((one) => differencesOf(one, sent).length === 0)
  if (found === undefined) throw notMade(receipt, made, sent)
  return found
}

function resultOf({ transactionHash }: MinedLogs, { transferId, deadline }: Made, fee: bigint): SendProtectedResult {
  return { transferId, txHash: transactionHash, deadline: new Date(Number(deadline) * 1000), fee }
}
