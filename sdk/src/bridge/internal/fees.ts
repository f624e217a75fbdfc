import { fieldOf, listOf, wholeOf } from '../../chain/issuerApi/fields.js'

/** The price of one speed on one route. */
export type FeeTier = {
  /** 1000 fast, 2000 standard. */
  finalityThreshold: number
  /** Share of the burned amount, in millionths: hundredths of a basis point. */
  protocolFeePpm: bigint
  /** Price of the forwarded mint in USDC base units; undefined where the issuer does not mint by itself. */
  forwardFee: bigint | undefined
}

/** Attested when a block or two have passed, for a fee. */
export const fastThreshold = 1_000

/** Attested when it is final. */
export const standardThreshold = 2_000

/**
 * Reads the answer to a question for fees. The list comes bare or wrapped, its numbers as numbers or texts, the middle one
 * of three forwarding fees as `med` or `medium`.
 *
 * The highest of the three is taken: what is not used arrives at the recipient.
 *
 * @throws `SyntaxError`
 */
export function readFeeTiers(body: unknown): FeeTier[] {
  return listOf(fieldOf(body, 'data') ?? body).map((tier) => ({
    finalityThreshold: Number(wholeOf(fieldOf(tier, 'finalityThreshold'))),
    protocolFeePpm: readBps(fieldOf(tier, 'minimumFee')),
    forwardFee: readForwardFee(fieldOf(tier, 'forwardFee')),
  }))
}

/** Basis points with decimals, in hundredths. */
function readBps(value: unknown): bigint {
  const bps =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,5}(\.\d{1,20})?$/.test(value))
      ? Number(value)
      : Number.NaN
  // A fee of the whole amount is invalid.
  if (!(bps >= 0 && bps < 10_000)) throw new SyntaxError('Not basis points.')
  return BigInt(Math.round(bps * 100))
}

function readForwardFee(value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  const [fee] = ['high', 'medium', 'med', 'low']
    .map((level) => fieldOf(value, level))
    .filter((one) => one !== undefined)
  return wholeOf(fee)
}

/** What a transfer needs now, and the ceiling to sign so that it is still enough when the burn is attested. */
export type Price = { needed: bigint; maxFee: bigint }

/**
 * Prices the delivery of an amount.
 *
 * The protocol's share is of everything burned, fees included, so that the ceiling covers it in full. The forwarding fee
 * moves by up to a tenth either way: a fifth is added to it, as the issuer advises.
 */
export function priceOf(amount: bigint, protocolFeePpm: bigint, forwardFee: bigint): Price {
  const withProtocolFee = (fees: bigint) => fees + ceilDiv((amount + fees) * protocolFeePpm, million - protocolFeePpm)
  return { needed: withProtocolFee(forwardFee), maxFee: withProtocolFee(forwardFee + ceilDiv(forwardFee, 5n)) }
}

const million = 1_000_000n

function ceilDiv(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
