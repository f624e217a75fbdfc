import type { WriteOptions, WriteStep } from '@holdfast/sdk/chain'
import type { Context } from '../command/Context.js'
import { type Done, followSteps } from './followSteps.js'

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

/** What is awaited in each step of a write. */
export const waitTexts = {
  simulate: 'asking the chain whether it would go through',
  sign: 'waiting for the signature',
  send: 'handing it to the chain',
  confirm: 'waiting for its block',
} as const satisfies Record<WriteStep, string>
