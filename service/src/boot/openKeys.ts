import { isAddressEqual } from 'viem'
import type { Config } from '../config/Config.js'
import { isWellKnown } from '../config/wellKnownKeys.js'
import { openSigner } from '../keys/openSigner.js'
import type { ServiceParts } from '../ServiceParts.js'
import { BootError } from './BootError.js'

/**
 * Opens the keys and makes each of them sign once. What a keystore or a remote signer holds shows here for the first time,
 * so what holds for keys in settings is asked again.
 *
 * @throws {@link BootError} when two of them are one, or one is known to everybody.
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
    if (twin) throw new BootError(`${name} and ${twin.name} are one key.`, 'Give each of them a key of its own.')
    const refuses = options.refuseWellKnownKeys ?? process.env.NODE_ENV === 'production'
    if (refuses && isWellKnown(address))
      throw new BootError(`Everybody knows the key of ${name}.`, 'Make a new one, and move what the old one holds.')
  })
  return { cosigner, relayer, keeper }
}
