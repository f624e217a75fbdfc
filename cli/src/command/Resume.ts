import type { ReadClient, WaitOptions } from '@holdfast/sdk/chain'
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
    options: WaitOptions
    /** Says what is waited for now. */
    update: (waitsFor: string) => void
  },
  context: Context,
) => Promise<Outcome>
