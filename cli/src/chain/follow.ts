import type { WriteOptions, WriteStep } from '@holdfast/sdk/chain'
import { describeError } from '@holdfast/sdk/errors'
import type { Hash } from 'viem'
import type { Context, OpenWallet } from '../command/Context.js'
import type { Pending } from '../journal/Journal.js'

/** A transaction, as journal and terminal name it. */
export type Followed = Done & {
  /** What is needed to find out its end; its hash is added. Never a secret. */
  facts?: Readonly<Record<string, string>>
}

/**
 * Makes one write. It is in the journal from right before its bytes leave until its end is known.
 *
 * @returns What the write returns.
 */
export function follow<value>(
  context: Context,
  { facts = {}, ...done }: Followed,
  write: (options: WriteOptions) => Promise<value>,
): Promise<value> {
  const { signal, timeoutMs } = context
  return followSteps(context, done, ({ keep, update }) =>
    write({
      signal,
      timeoutMs,
      onStep: (step) => update(`${done.doing}: ${waitTexts[step]}`),
      onTransactionHash: (txHash) => void keep({ facts: { ...facts, txHash } }),
    }),
  )
}

/** What the journal keeps of a transaction: with its sender and nonce, `resume` finds one that took its place. */
export function factsOfSent(
  { walletClient: { account } }: OpenWallet,
  txHash: Hash,
  nonce: number | undefined,
): Readonly<Record<string, string>> {
  return { txHash, ...(nonce !== undefined && { sender: account.address, nonce: String(nonce) }) }
}

/** What is awaited in each step of a write. */
export const waitTexts = {
  simulate: 'asking the chain whether it would go through',
  sign: 'waiting for the signature',
  send: 'handing it to the chain',
  confirm: 'waiting for its block',
} as const satisfies Record<WriteStep, string>

/** What is done, as journal and terminal name it. */
export type Done = {
  /** The command's words; what `resume` looks up. */
  command: string
  chainId: number
  /** As in "… registering the terms". */
  doing: string
}

/** How work reports on itself while it runs. */
export type Steps = {
  /** Stores what is needed to find the outcome, in place of what was stored before; under another command where one is named. */
  keep: (known: Pick<Pending, 'facts' | 'signed'> & { command?: string }) => Pending
  /** Nothing is under way any more. */
  drop: () => void
  /** Shows what is awaited now. */
  update: (waitsFor: string) => void
}

/**
 * Does work of several steps. What it keeps stays in the journal until its outcome is known, so that `resume` can find the
 * outcome after any crash, and nothing is sent twice.
 *
 * @returns What the work returns.
 */
export async function followSteps<value>(
  { journal, terminal }: Pick<Context, 'journal' | 'terminal'>,
  { command, chainId, doing }: Done,
  work: (steps: Steps) => Promise<value>,
): Promise<value> {
  let pending: Pending | undefined
  const drop = () => {
    if (pending !== undefined) journal.finish(pending.id)
    pending = undefined
  }
  const keep: Steps['keep'] = (known) => {
    pending = journal.keep({ id: pending?.id, command, chainId, ...known })
    return pending
  }
  try {
    const value = await terminal.during(doing, (update) => work({ keep, drop, update }))
    drop()
    return value
  } catch (error) {
    if (describeError(error).settles) drop()
    throw error
  }
}
