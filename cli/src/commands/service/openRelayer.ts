import type { ServiceClient } from '@holdfast/sdk/service'
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
