import { TransactionRevertedError, TransactionUnconfirmedError } from '@holdfast/sdk/errors'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Resume } from './Resume.js'

/** For commands of which only matters that their transaction was mined. */
export const resume: Resume = async ({ client, command, txHash, options: { timeoutMs = 120_000, signal } }) => {
  const receipt = await waitForTransactionReceipt(client, { hash: txHash, timeout: timeoutMs }).catch(() => undefined)
  signal?.throwIfAborted()
  if (receipt === undefined || receipt.transactionHash !== txHash)
    throw new TransactionUnconfirmedError(`waiting for ${command}`, txHash, undefined)
  if (receipt.status === 'reverted') throw new TransactionRevertedError(`waiting for ${command}`, txHash)
  return { result: { txHash }, text: `Done: ${command}.\n  transaction  ${txHash}` }
}
