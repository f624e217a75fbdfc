import type { Address } from 'viem'
import type { Context } from '../command/Context.js'
import { openService } from '../service/openService.js'

/** The address of the co-signer where the settings name a service; undefined where they name none. */
export async function findCosigner({ settings, signal, terminal }: Context): Promise<Address | undefined> {
  if (settings.service.value === undefined) return undefined
  const service = openService(settings)
  return terminal.during('asking for the co-signer', () => service.cosignerAddress({ signal }))
}
