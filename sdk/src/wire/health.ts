import type { Address } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { address, flag, integer, oneOf, open, orNull, type Read } from './internal/fields.js'

/** The body of `GET /api/health`. */
export type HealthBody = {
  ok: true
  /** `null` where the service has no relayer key. */
  relayer: RelayerHealth | null
}

/** What the relayer has left. */
export type RelayerHealth = {
  address: Address
  /** USDC as a decimal number, the one balance that also pays for gas; 0 while it was never read. */
  chainUsdc: number
  /** A warning: relayed operations may soon be refused. */
  low: boolean
  /** When the balance was read, Unix milliseconds; `null` while it never was. */
  asOf: number | null
}

/**
 * Writes the body of `GET /api/health`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeHealth({ ok: true, relayer: null })
 */
export function encodeHealth(health: HealthBody): HealthBody {
  return readHealth(health, '')
}

/**
 * Reads the body of `GET /api/health`. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { relayer } = decodeHealth(await response.json())
 * if (relayer?.low) console.warn('The relayer needs USDC.')
 */
export function decodeHealth(body: unknown): HealthBody {
  return readHealth(body, '')
}

const amount: Read<number> = (value, at) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new WireFormatError(at, 'out_of_range')
  return value
}

const readHealth: Read<HealthBody> = /* @__PURE__ */ open({
  ok: /* @__PURE__ */ oneOf(true),
  relayer: /* @__PURE__ */ orNull(
    /* @__PURE__ */ open({
      address,
      chainUsdc: amount,
      low: flag,
      asOf: /* @__PURE__ */ orNull(/* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)),
    }),
  ),
})
