import { check, number, pipe } from 'valibot'
import { decode } from './internal/decode.js'
import { address, flag, type Infer, integer, oneOf, open, orNull } from './internal/fields.js'

const relayerHealth = /* @__PURE__ */ open({
  address,
  /** USDC as a decimal number, the one balance that also pays for gas; 0 while it was never read. */
  chainUsdc: /* @__PURE__ */ pipe(
    /* @__PURE__ */ number('out_of_range'),
    /* @__PURE__ */ check((amount) => amount >= 0 && amount < Number.POSITIVE_INFINITY, 'out_of_range'),
  ),
  /** A warning: relayed operations may soon be refused. */
  low: flag,
  /** When the balance was read, Unix milliseconds; `null` while it never was. */
  asOf: /* @__PURE__ */ orNull(/* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)),
})

/** The answer of `GET /api/health`. */
export const health = /* @__PURE__ */ open({
  ok: /* @__PURE__ */ oneOf(true),
  /** `null` where the service has no relayer key. */
  relayer: /* @__PURE__ */ orNull(relayerHealth),
})

/** The body of `GET /api/health`. */
export type HealthBody = Infer<typeof health>

/** What the relayer has left. */
export type RelayerHealth = Infer<typeof relayerHealth>

/**
 * Writes the body of `GET /api/health`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeHealth({ ok: true, relayer: null })
 */
export function encodeHealth(body: HealthBody): HealthBody {
  return decode(health, body)
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
  return decode(health, body)
}
