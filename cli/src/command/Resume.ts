import type { ReadClient, WaitOptions } from '@holdfast/sdk/chain'
import { TransactionRevertedError, TransactionUnconfirmedError } from '@holdfast/sdk/errors'
import type { Hash } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { Pending } from '../journal/Journal.js'
import type { Outcome } from './Command.js'
import type { Context } from './Context.js'

/** Finds out how what is under way ended. Requests no signature. Throws like the command that began it. */
export type Resume = (
  pending: Pending & {
    /** The last transaction of it that left, where it is one. */
    txHash: Hash
    /** Of its chain. */
    client: ReadClient
    options: WaitOptions
    /** Says what is waited for now. */
    update: (waitsFor: string) => void
  },
  context: Context,
) => Promise<Outcome>

/** For commands of which only matters that their transaction was mined. */
export const resume: Resume = async ({ client, command, txHash, options: { timeoutMs = 120_000, signal } }) => {
  const receipt = await waitForTransactionReceipt(client, { hash: txHash, timeout: timeoutMs }).catch(() => undefined)
  signal?.throwIfAborted()
  if (receipt === undefined || receipt.transactionHash !== txHash)
    throw new TransactionUnconfirmedError(`waiting for ${command}`, txHash, undefined)
  if (receipt.status === 'reverted') throw new TransactionRevertedError(`waiting for ${command}`, txHash)
  return { result: { txHash }, text: `Done: ${command}.\n  transaction  ${txHash}` }
}
