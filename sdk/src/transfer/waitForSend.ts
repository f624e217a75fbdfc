import { type Address, type Hash, type Hex, isAddressEqual, type TransactionReceipt } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import { deploymentOf } from '../chain/network.js'
import { type LateWaitOptions, waitForReceipt } from '../chain/transaction/waitForReceipt.js'
import { ClaimHashNotFoundError, TransferDiffersError } from '../errors/transfer.js'
import { feeOf } from './fee.js'
import { getConfig } from './getConfig.js'
import { contractOf, eventsOf, type TransferReader } from './internal/contract.js'
import type { SendProtectedParams, SendProtectedResult } from './types.js'

type SendFields = Pick<SendProtectedParams, 'claimHash' | 'to' | 'amount' | 'configId'>

/** What errors call a send. */
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
  // `createdIn` throws where there is none.
  const [{ amount, configId }] = createdIn(receipt, contract, claimHash) as [Made]
  const config = await getConfig(clients, configId)
  return readSend(receipt, contract, { claimHash }, feeOf(amount, config?.feeBps ?? 0))
}

/**
 * Reads the transfer that a mined send created. Bound to contract and claim hash, so planted events decide nothing.
 *
 * @throws {@link ClaimHashNotFoundError}; {@link TransferDiffersError} where the wallet has made another transfer under that hash
 *   than the one in `sent`.
 */
export function readSend(
  receipt: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  contract: Address,
  sent: Pick<SendFields, 'claimHash'> & Partial<SendFields>,
  fee: bigint,
): SendProtectedResult {
  const { transactionHash } = receipt
  const created = createdIn(receipt, contract, sent.claimHash).map((args) => [args, differencesOf(args, sent)] as const)
  // `createdIn` throws where there is none.
  const [{ transferId, deadline }, differs] = created.find(([, found]) => found.length === 0) ?? (created[0] as Created)
  if (differs.length > 0) throw new TransferDiffersError(transferId, transactionHash, differs)
  return { transferId, txHash: transactionHash, deadline: new Date(Number(deadline) * 1000), fee }
}

type Made = ReturnType<typeof createdIn>[number]
type Created = readonly [Made, TransferDiffersError['differs']]

/** What a transfer has in another way than it was asked for. */
function differencesOf(made: Made, { to, amount, configId }: Partial<SendFields>): TransferDiffersError['differs'] {
  const differs = {
    to: to !== undefined && !isAddressEqual(made.to, to),
    amount: amount !== undefined && made.amount !== amount,
    configId: configId !== undefined && made.configId !== configId.toLowerCase(),
  }
  return (['to', 'amount', 'configId'] as const).filter((name) => differs[name])
}

/** Transfers under a claim hash, at least one. */
function createdIn(
  { logs, transactionHash }: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  contract: Address,
  claimHash: Hex,
) {
  const created = eventsOf(logs, contract).flatMap((event) =>
    event.eventName === 'TransferCreated' && event.args.claimHash === claimHash.toLowerCase() ? [event.args] : [],
  )
  if (created.length === 0) throw new ClaimHashNotFoundError(transactionHash)
  return created
}
