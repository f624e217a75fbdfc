import { ServiceProblemError } from '@holdfast/sdk/errors'
import type { RelayOptions } from '@holdfast/sdk/service'
import type { RelayPending } from '@holdfast/sdk/wire'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'

/**
 * Has the relayer do something. Asked again, it does nothing twice and tells how far it is, so there is nothing to keep for
 * `resume`: the same command is.
 *
 * @param doing - As in "… announcing the box".
 * @throws CommandFailure `relay_pending` where the relayer is still at work when the time is over.
 */
export async function relay<result extends object>(
  { terminal, signal, timeoutMs }: Pick<Context, 'terminal' | 'signal' | 'timeoutMs'>,
  doing: string,
  ask: (options: RelayOptions) => Promise<result | RelayPending>,
): Promise<result> {
  try {
    const answer = await terminal.during(doing, (update) =>
      ask({
        signal,
        timeoutMs,
        onPending: ({ txHash = 'its transaction' }) => update(`${doing}: the service waits for ${txHash}`),
      }),
    )
    if (!('status' in answer)) return answer
    throw new CommandFailure('unsettled', 'relay_pending', `The service is still at work: ${doing}.`, [
      ...(answer.txHash === undefined ? [] : [`Under way: ${answer.txHash}`]),
      again,
    ])
  } catch (error) {
    if (signal.aborted) terminal.say(again)
    throw error
  }
}

const again = 'The same command again tells how it ended; nothing is done twice.'

/** Whether the service refused before it began. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ServiceProblemError && error.effect === 'none'
}
