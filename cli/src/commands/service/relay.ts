import { ServiceProblemError } from '@holdfast/sdk/errors'
import type { RelayOptions, ServiceClient } from '@holdfast/sdk/service'
import type { RelayPending } from '@holdfast/sdk/wire'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { openService } from './openService.js'

/**
 * The service of the settings, to have its relayer work. Requests are signed by a key made for this run: the service counts
 * by it, and learns nothing of the wallet.
 *
 * @throws CommandFailure `not_configured` where it relays nothing, before anything is sent to it.
 */
export async function openRelayer({
  settings,
  terminal,
  signal,
}: Pick<Context, 'settings' | 'terminal' | 'signal'>): Promise<{ service: ServiceClient; relayer: Address }> {
  const service = openService(settings, privateKeyToAccount(generatePrivateKey()))
  const { relayer } = await terminal.during('asking the service', () => service.health({ signal }))
  if (relayer === null)
    throw new CommandFailure('refused', 'not_configured', 'This service relays nothing.', [
      'Ask another one, or pay for the transaction yourself.',
    ])
  return { service, relayer: relayer.address }
}

/**
 * Asks the relayer for an operation. Idempotent: asked again, it reports how far the operation is, so there is nothing to keep for
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
