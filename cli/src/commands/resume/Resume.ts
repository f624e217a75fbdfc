import type { ReadClient, WaitOptions } from '@holdfast/sdk/chain'
import type { Hash } from 'viem'
import type { Outcome } from '../../command/Command.js'
import type { Pending } from '../../journal/Journal.js'

/** Finds out how what is under way ended. Sends nothing. Throws like the command that began it. */
export type Resume = (
  pending: Pending & {
    /** The last transaction of it that left. */
    txHash: Hash
    /** Of its chain. */
    client: ReadClient
    options: WaitOptions
  },
) => Promise<Outcome>
