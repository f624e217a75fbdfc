import type { Address } from 'viem'
import type { Stream } from './stream.js'
import { type BaitMix, COUNTERFEIT_SYMBOLS, PARAMETERS, usdcOf } from './tables.js'
import type { BaitKind } from './types.js'
import { drawAmount, drawCounterfeit, drawPlanter, HOUR, type Movement, type WalletBuilder } from './wallet.js'

/** What one lookalike planted. */
export type Planted = { kinds: BaitKind[]; first: number; last: number }

/**
 * Plants the baits of one lookalike; the time from the last one to the theft is distributed as measured.
 *
 * @param before - When the payment is checked.
 * @param paid - Amount that the payee got, for counterfeits that copy it.
 */
export function plantBaits(
  builder: WalletBuilder,
  stream: Stream,
  { target, mix, before, paid, count }: PlantOptions,
): Planted {
  const amount = paid ?? drawAmount(stream)
  const baits = count ?? Math.min(PARAMETERS.mostBaits, stream.geometric(PARAMETERS.lookalikeBaits))
  const last = before - interpolate(PARAMETERS.theftDelay, stream.unit()) * HOUR
  let time = last
  const kinds: BaitKind[] = []
  for (let bait = 0; bait < baits; bait++) {
    if (bait > 0) time -= stream.between(60, 5 * HOUR)
    const kind = drawKind(stream, mix)
    plantBait(builder, stream, { kind, target, time, amount })
    kinds.push(kind)
  }
  return { kinds, first: time, last }
}

export type PlantOptions = {
  target: Address
  mix: BaitMix
  before: number
  paid?: bigint | undefined
  count?: number | undefined
}

/** One bait at one time. */
export function plantBait(
  builder: WalletBuilder,
  stream: Stream,
  { kind, target, time, amount }: { kind: BaitKind; target: Address; time: number; amount: bigint },
): void {
  const batch = kind.startsWith('native') ? 1 : stream.geometric(PARAMETERS.batch)
  const planter = drawPlanter(builder.seed, stream)
  const outgoing = { from: builder.address, to: target, signer: planter, time, batch, kind } as const
  const incoming = { from: target, to: builder.address, time, batch, kind } as const
  const usdc = usdcOf(builder.chain)
  const movements: Record<BaitKind, () => Movement> = {
    'zero-value': () => ({ ...outgoing, token: usdc, value: '0' }),
    counterfeit: () => ({
      ...outgoing,
      token: drawCounterfeit(builder.seed, stream),
      symbol: stream.pick(COUNTERFEIT_SYMBOLS),
      decimals: 6,
      value: (stream.chance(PARAMETERS.exactAmountShare) ? amount : round(amount)).toString(),
    }),
    tiny: () => ({
      ...incoming,
      token: usdc,
      value: drawDust(stream, amount),
      signer: stream.chance(0.5) ? target : planter,
    }),
    'native-zero': () => ({ ...incoming, token: null, value: '0', signer: target }),
    'native-data': () => ({ ...incoming, token: null, value: '0', signer: target, data: true }),
    nft: () => ({
      ...(stream.chance(0.5) ? outgoing : { ...incoming, signer: planter }),
      token: drawCounterfeit(builder.seed, stream),
      symbol: stream.pick(COUNTERFEIT_SYMBOLS),
      decimals: 0,
      value: '1',
      nft: true,
    }),
    'self-signed': () => ({ ...outgoing, token: usdc, value: '0', signer: builder.address, batch: 1 }),
  }
  builder.record(stream, movements[kind]())
}

/** From the payment to the first bait, in seconds. */
export function drawBaitDelay(stream: Stream): number {
  return interpolate(PARAMETERS.baitDelay, stream.unit())
}

function drawKind(stream: Stream, mix: BaitMix): BaitKind {
  const kinds = Object.keys(mix) as BaitKind[]
  return kinds[stream.weighted(kinds.map((kind) => mix[kind] ?? 0))] ?? 'zero-value'
}

/** 0.005 to 0.99 USDC, of which some repeat the leading digits of the payment. */
function drawDust(stream: Stream, amount: bigint): string {
  if (!stream.chance(PARAMETERS.echoShare)) return String(5_000 + stream.below(985_000))
  const digits = Number(amount.toString().slice(0, 3).padEnd(3, '0'))
  return String(digits * (stream.chance(0.5) ? 100 : 1_000))
}

/** Rounded to its first digit. */
function round(amount: bigint): bigint {
  const unit = 10n ** BigInt(amount.toString().length - 1)
  return (amount / unit) * unit
}

/** A value of the distribution with these quantiles, interpolated logarithmically between two of them. */
function interpolate(quantiles: readonly (readonly [number, number])[], at: number): number {
  for (let next = 1; next < quantiles.length; next++) {
    const [[lowQ, low], [highQ, high]] = [quantiles[next - 1], quantiles[next]] as [[number, number], [number, number]]
    if (at <= highQ) return low * (high / low) ** ((at - lowQ) / (highQ - lowQ))
  }
  return quantiles.at(-1)?.[1] ?? 0
}
