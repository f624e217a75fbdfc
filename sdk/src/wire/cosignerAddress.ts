import { metadata, pipe } from 'valibot'
import type { Address } from 'viem'
import { decode } from './internal/decode.js'
import { address, type Infer, open } from './internal/fields.js'

/** The answer of `GET /api/cosign`. */
export const cosignerAddress = /* @__PURE__ */ pipe(
  /* @__PURE__ */ open({ address }),
  /* @__PURE__ */ metadata({ properties: { address: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } } }),
)

/** The body of `GET /api/cosign`: what boxes must name as their co-signer. */
export type CosignerAddressBody = Infer<typeof cosignerAddress>

/**
 * Writes the body of `GET /api/cosign`.
 *
 * @throws {@link WireFormatError} when it is not an address.
 * @example
 * encodeCosignerAddress(cosigner.address) // { address: '0x…' }
 */
export function encodeCosignerAddress(cosigner: Address): CosignerAddressBody {
  return decode(cosignerAddress, { address: cosigner })
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
  return decode(cosignerAddress, body).address
}
