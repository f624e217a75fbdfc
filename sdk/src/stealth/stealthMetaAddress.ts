import { chains } from '@holdfast/contracts'
import { bytesToHex } from 'viem'
import { compress, type Point } from '../curve/points.js'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { parsePoint } from './internal/keys.js'
import type { StealthMetaAddress } from './types.js'

/**
 * Reads what a recipient publishes: `st:<chain>:0x` and one or two compressed points.
 *
 * The keys are the same on every chain, but the recipient looks for announcements on the chain named.
 *
 * @param uri - Two keys are spending, then viewing key; one key has both roles.
 * @param chainId - The chain that the payer is about to pay on; another one in the address is then refused.
 * @throws {@link InvalidInputError} when it is malformed, names a chain that Holdfast does not work on or not the expected
 *   one, or a key is not a point of the curve.
 * @example
 * const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
 * const { chainId, spendingPub, viewingPub } = parseStealthMetaAddress(`st:arc-testnet:0x${key}`)
 */
export function parseStealthMetaAddress(uri: string, chainId?: number): parseStealthMetaAddress.ReturnType {
  const [, shortName, digits] = /^st:([-a-zA-Z0-9]{1,32}):0x((?:[0-9a-fA-F]{66}){1,2})$/.exec(textOf(uri)) ?? []
  if (shortName === undefined || digits === undefined)
    throw new InvalidInputError(
      'uri',
      'The stealth meta-address is not `st:`, the short name of a chain, `:0x` and 66 or 132 hexadecimal characters.',
    )
  const named = idOfChain(shortName)
  if (chainId !== undefined && chainId !== named)
    throw new InvalidInputError(
      'uri',
      `The stealth meta-address is for chain ${named}, not for chain ${textOf(chainId)}.`,
      ['The recipient would not look for the payment here. Pay on the chain that the address names.'],
    )
  const spending = parsePoint('spendingPub', `0x${digits.slice(0, 66)}`)
  const viewing = digits.length === 66 ? spending : parsePoint('viewingPub', `0x${digits.slice(66)}`)
  return { chainId: named, spendingPub: hexOf(spending), viewingPub: hexOf(viewing) }
}

export declare namespace parseStealthMetaAddress {
  type ReturnType = StealthMetaAddress & { chainId: number }
}

/**
 * Writes what a recipient publishes.
 *
 * @param chainShortName - As in the registry: `arc-testnet`, `sep` …
 * @throws {@link InvalidInputError} when a key is not a point of the curve or the chain is not known.
 * @example
 * const uriOf = (keys: StealthKeys) => formatStealthMetaAddress(keys, 'arc-testnet')
 */
export function formatStealthMetaAddress(meta: StealthMetaAddress, chainShortName: string): string {
  idOfChain(chainShortName)
  const spending = hexOf(parsePoint('spendingPub', meta.spendingPub))
  const viewing = hexOf(parsePoint('viewingPub', meta.viewingPub))
  return `st:${chainShortName}:${spending}${viewing.slice(2)}`
}

function idOfChain(shortName: string): number {
  const chain = chains.find((known) => known.shortName === shortName)
  if (chain === undefined)
    throw new InvalidInputError('chain', `The chain "${textOf(shortName)}" is not one that Holdfast works on.`, [
      `Known are ${chains.map((known) => known.shortName).join(', ')}.`,
    ])
  return chain.id
}

function hexOf(point: Point) {
  return bytesToHex(compress(point))
}
