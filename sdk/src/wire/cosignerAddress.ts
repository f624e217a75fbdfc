import type { Address } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { address, asObject } from './internal/fields.js'

/** The body of `GET /api/cosign`: what boxes have to name as their co-signer. */
export type CosignerAddressBody = { address: Address }

/**
 * Writes the body of `GET /api/cosign`.
 *
 * @throws {@link WireFormatError} when it is no address.
 * @example
 * encodeCosignerAddress(cosigner.address) // { address: '0x…' }
 */
export function encodeCosignerAddress(cosigner: Address): CosignerAddressBody {
  return { address: address(cosigner, '/address') }
}

/**
 * Reads the body of `GET /api/cosign`.
 *
 * @returns Checksummed.
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const cosigner = decodeCosignerAddress(await response.json())
 */
export function decodeCosignerAddress(body: unknown): Address {
  const given = asObject(body, '')
  if (!Object.hasOwn(given, 'address')) throw new WireFormatError('/address', 'required')
  return address(given.address, '/address')
}
