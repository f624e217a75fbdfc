import { type BridgeChainFacts, bridgeChains } from '@holdfast/contracts'
import { concatHex, hexToBigInt, keccak256, numberToHex } from 'viem'
import type { AttestationFaults } from '../../faults/attestation.js'

/** The chains of the Bridge by domain, including those that are not part of the devnet. */
export const chainsByDomain: ReadonlyMap<number, BridgeChainFacts> = new Map(
  Object.values(bridgeChains).map((chain) => [chain.domain, chain]),
)

/** Protocol fee of a fast burn in USDC base units, rounded down. */
export function fastFee(sourceDomain: number, amount: bigint): bigint {
  return (amount * BigInt(Math.round(fastFeeBps(sourceDomain) * 100))) / 1_000_000n
}

/** Cost of forwarding to a chain in USDC base units, before its price changes. */
export function forwardingCost(destinationDomain: number): bigint {
  return listedForwardingCosts.get(destinationDomain) ?? 53_000n
}

/** The lowest fee that {@link feeList} ever quotes; an offer of at least this fee is accepted. */
export function lowestForwardingFee(destinationDomain: number): bigint {
  return tiers((forwardingCost(destinationDomain) * (million - mostDrift)) / million).low
}

/** Whether the issuer mints on that chain. */
export function isForwarded(destinationDomain: number, faults: AttestationFaults): boolean {
  return !faults.withoutForwarding && chainsByDomain.get(destinationDomain)?.isForwardingDestination === true
}

/**
 * The fee list of a route, in the API's format.
 *
 * @param call - How many fee lists were requested before: prices change by up to a tenth from one to the next.
 */
export function feeList(
  { source, destination, withForwarding, call }: FeeQuestion,
  faults: AttestationFaults,
): unknown {
  const written = (fee: bigint | number) => (faults.numbersAsText ? String(fee) : Number(fee))
  const { low, medium, high } = tiers((forwardingCost(destination) * drift(faults.feeSeed, call)) / million)
  const forwardFee = { low: written(low), [faults.mediumSpelling]: written(medium), high: written(high) }
  const list = [[1000, fastFeeBps(source)] as const, [2000, 0] as const].map(([finalityThreshold, minimumFee]) => ({
    finalityThreshold: written(finalityThreshold),
    minimumFee: written(minimumFee),
    ...(withForwarding && isForwarded(destination, faults) && { forwardFee }),
  }))
  return faults.wrappedFees ? { data: list } : list
}

type FeeQuestion = { source: number; destination: number; withForwarding: boolean; call: number }

/** Protocol fee of a fast burn in basis points, possibly a fraction; 0 without a fast tier. */
function fastFeeBps(sourceDomain: number): number {
  if (chainsByDomain.get(sourceDomain)?.hasFastTier !== true) return 0
  return listedFastFees.get(sourceDomain) ?? 1
}

/** As published in 2025 and 2026; 1 for routes that are not listed. */
const listedFastFees: ReadonlyMap<number, number> = new Map([
  [6, 1.3],
  [11, 14],
  [21, 2],
  [22, 2],
])

/** As measured on the testnets in 2026, for a mint of 1 USDC. */
const listedForwardingCosts: ReadonlyMap<number, bigint> = new Map([
  [0, 1_800_000n],
  [1, 52_783n],
  [3, 100_000n],
  [6, 53_232n],
  [26, 16_700n],
])

const million = 1_000_000n
/** Millionths by which a price changes either way. */
const mostDrift = 100_000n

/** Millionths by which the price of this call is changed. */
function drift(seed: number, call: number): bigint {
  const draw = hexToBigInt(keccak256(concatHex([numberToHex(seed, { size: 8 }), numberToHex(call, { size: 8 })])))
  return million - mostDrift + (draw % (2n * mostDrift + 1n))
}

function tiers(medium: bigint) {
  return { low: (medium * 993n) / 1_000n, medium, high: (medium * 1_007n) / 1_000n }
}
