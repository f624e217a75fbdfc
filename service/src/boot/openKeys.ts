import { isAddressEqual } from 'viem'
import type { Config } from '../config/Config.js'
import { isWellKnown } from '../config/wellKnownKeys.js'
import { openSigner } from '../keys/openSigner.js'
import type { ServiceParts } from '../ServiceParts.js'
import { BootError } from './BootError.js'

/**
 * Opens the keys and signs once with each of them. The address of a key in a keystore or a remote signer is first known
 * here, so the checks of keys in settings are repeated.
 *
 * @throws {@link BootError} when two of them are the same key, or one is publicly known.
 */
export async function openKeys(
  config: Pick<Config, 'cosigner' | 'relayer' | 'keeper'>,
  options: { refuseWellKnownKeys?: boolean | undefined } = {},
): Promise<ServiceParts['keys']> {
  const open = async (name: 'cosigner' | 'relayer' | 'keeper') => {
    const settings = config[name]
    if (settings === undefined) return undefined
    const signer = await openSigner(settings)
    await signer.health()
    return signer
  }
  const [cosigner, relayer, keeper] = await Promise.all([open('cosigner'), open('relayer'), open('keeper')])
  const opened = Object.entries({ COSIGNER: cosigner, RELAYER: relayer, KEEPER: keeper }).flatMap(([name, signer]) =>
    signer ? [{ name, address: signer.address }] : [],
  )
  opened.forEach(({ name, address }, place) => {
    const twin = opened.slice(0, place).find((other) => isAddressEqual(other.address, address))
    if (twin) throw new BootError(`${name} and ${twin.name} are the same key.`, 'Give each of them a key of its own.')
    const refuses = options.refuseWellKnownKeys ?? process.env.NODE_ENV === 'production'
    if (refuses && isWellKnown(address))
      throw new BootError(`The key of ${name} is publicly known.`, 'Make a new one, and move the funds of the old one.')
  })
  return { cosigner, relayer, keeper }
}
