import type { WriteOptions, WriteStep } from '@holdfast/sdk/chain'
import type { Context } from '../command/Context.js'
import { isEnd } from '../failure/isEnd.js'
import type { Pending } from '../journal/Journal.js'

/** A transaction, as journal and terminal speak of it. */
export type Followed = {
  /** The command's words; what `resume` looks up. */
  command: string
  chainId: number
  /** What is needed to find out its end; its hash is added. Never a secret. */
  facts?: Readonly<Record<string, string>>
  /** As in "… registering the terms". */
  doing: string
}

/**
 * Makes one write. It stands in the journal from right before its bytes leave until its end is known, so that whatever
 * happens to this process, `resume` finds out, and nobody sends twice.
 *
 * @returns What the write returns.
 */
export async function follow<value>(
  { journal, signal, terminal, timeoutMs }: Context,
  { command, chainId, facts = {}, doing }: Followed,
  write: (options: WriteOptions) => Promise<value>,
): Promise<value> {
  let pending: Pending | undefined
  const end = () => pending && journal.finish(pending.id)
  try {
    const value = await terminal.during(doing, (update) =>
      write({
        signal,
        timeoutMs,
        onStep: (step) => update(`${doing}: ${WAITS_FOR[step]}`),
        onTransactionHash(txHash) {
          pending = journal.keep({ id: pending?.id, command, chainId, facts: { ...facts, txHash } })
        },
      }),
    )
    end()
    return value
  } catch (error) {
    if (isEnd(error)) end()
    throw error
  }
}

const WAITS_FOR = {
  simulate: 'asking the chain whether it would go through',
  sign: 'waiting for the signature',
  send: 'handing it to the chain',
  confirm: 'waiting for its block',
} as const satisfies Record<WriteStep, string>
