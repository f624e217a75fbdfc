import { describeError } from '@holdfast/sdk/errors'
import type { Context } from '../command/Context.js'
import type { Pending } from '../journal/Journal.js'

/** What is done, as journal and terminal speak of it. */
export type Done = {
  /** The command's words; what `resume` looks up. */
  command: string
  chainId: number
  /** As in "… registering the terms". */
  doing: string
}

/** How work speaks of itself while it goes on. */
export type Steps = {
  /** Puts on disk what is needed to find out the end, in the place of what was kept before. */
  keep: (known: Pick<Pending, 'facts' | 'signed'>) => Pending
  /** Nothing of it is under way any more. */
  drop: () => void
  /** Says what is waited for now. */
  update: (waitsFor: string) => void
}

/**
 * Does something that takes several steps. What it keeps stands in the journal until its end is known, so that whatever
 * happens to this process, `resume` finds out, and nobody sends twice.
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
