import { type LateWaitOptions, type ReadClient, waitForReceipt } from '@holdfast/sdk/chain'
import type { Hash } from 'viem'
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
    options: LateWaitOptions
    /** Says what is waited for now. */
    update: (waitsFor: string) => void
  },
  context: Context,
) => Promise<Outcome>

/** For commands of which only matters that their transaction was mined. */
export const resume: Resume = async ({ client, command, txHash, options }) => {
  await waitForReceipt(client, txHash, `waiting for ${command}`, options)
  return { result: { txHash }, text: `Done: ${command}.\n  transaction  ${txHash}` }
}
