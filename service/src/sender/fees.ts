import { hexToBigInt } from 'viem'
import type { ServedChain } from '../chains/ServedChain.js'

/** The fees a transaction must offer now, native wei per gas. */
export type Fees = {
  baseFee: bigint
  tip: bigint
  /** Twice the base fee plus the tip: enough for 35 blocks of the steepest rise. */
  maxFee: bigint
}

/** A higher tip saves at most half a second, so a node's higher suggestion is ignored. */
const tipCeiling = 2_000_000_000n

/** Reads fees, once for all callers within `maxAgeMs`. */
export function createFeeReader(chain: ServedChain, elapsed: () => number) {
  let reading: Promise<Fees> | undefined
  let readAt = 0
  return (maxAgeMs = 1_000): Promise<Fees> => {
    if (reading !== undefined && elapsed() - readAt <= maxAgeMs) return reading
    readAt = elapsed()
    const fresh = readFees(chain)
    reading = fresh
    fresh.catch(() => {
      if (reading === fresh) reading = undefined
    })
    return fresh
  }
}

async function readFees({ client, deployment }: ServedChain): Promise<Fees> {
  const [block, suggestedTip] = await Promise.all([
    client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    // A node without the method needs no tip.
    client.request({ method: 'eth_maxPriorityFeePerGas' }).catch(() => '0x0' as const),
  ])
  if (!block?.baseFeePerGas) throw new Error('The chain has no base fee.')
  const floor = deployment.minFeePerGas ?? 0n
  const baseFee = max(hexToBigInt(block.baseFeePerGas), floor)
  const tip = min(hexToBigInt(suggestedTip), tipCeiling)
  return { baseFee, tip, maxFee: 2n * baseFee + tip }
}

/** A quarter more, rounded up: pools accept a replacement from a tenth more, and rounding down could fall short of it. */
export const bump = (fee: bigint): bigint => (fee * 5n + 3n) / 4n

/** The number of fee increases a transaction may need, and their total factor. */
export const MAX_BUMPS = 5
export const bumpedToTheEnd = (fee: bigint): bigint => {
  let last = fee
  for (let count = 0; count < MAX_BUMPS; count++) last = bump(last)
  return last
}

/** The highest cost of a transaction including all fee increases, wei. */
export const worstGasWei = (gasMax: bigint, fees: Fees, maxFeePerGas: bigint): bigint =>
  gasMax * min(bumpedToTheEnd(fees.maxFee), maxFeePerGas)

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
