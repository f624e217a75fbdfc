import { formatUnits } from 'viem'
import { hubChains } from './hubChains.js'
import { Refusal } from './Refusal.js'
import { type TransferSpec, transferSpecHash } from './transferSpec.js'

/** The fees of a request, in USDC base units. */
export type HubFees = {
  perIntent: readonly {
    spec: TransferSpec
    baseFee: bigint /** Absent on a single chain. */
    transferFee?: bigint
  }[]
  /** Once per request; absent when the caller mints. */
  forwardingFee?: bigint
}

/** Current prices. */
export class HubPrices {
  #reads = 0

  /** The fees of an estimate. The forwarding fee changes from one estimate to the next. */
  estimate(specs: readonly TransferSpec[], isForwarded: boolean): HubFees {
    return feesOf(specs, isForwarded, driftSteps[this.#reads++ % driftSteps.length] ?? 0n)
  }

  /** What a transfer costs: the lowest price, so that every estimate signed without a margin covers it. */
  charge(specs: readonly TransferSpec[], isForwarded: boolean): HubFees {
    return feesOf(specs, isForwarded, 0n)
  }
}

function feesOf(specs: readonly TransferSpec[], isForwarded: boolean, drift: bigint): HubFees {
  const perIntent = specs.map((spec) => {
    const crosses = spec.sourceDomain !== spec.destinationDomain
    return {
      spec,
      baseFee: chainOf(spec.sourceDomain).baseFee,
      ...(crosses && { transferFee: (spec.value * 5n) / 100_000n }),
    }
  })
  const destination = specs[0]?.destinationDomain
  if (!isForwarded || destination === undefined) return { perIntent }
  return { perIntent, forwardingFee: (chainOf(destination).forwardingFee * (100n + drift)) / 100n }
}

/** Percent above the lowest price, used one after another. */
const driftSteps = [0n, 3n, 9n, 2n, 15n, 7n]

/** Cost of the burns alone. */
export function burnFees({ perIntent }: HubFees): bigint[] {
  return perIntent.map(({ baseFee, transferFee = 0n }) => baseFee + transferFee)
}

/** The total. */
export function totalFee(fees: HubFees): bigint {
  return burnFees(fees).reduce((sum, fee) => sum + fee, fees.forwardingFee ?? 0n)
}

/** In the API's format: decimal USDC. */
export function feesJson(fees: HubFees) {
  return {
    total: usdc(totalFee(fees)),
    token: 'USDC',
    perIntent: fees.perIntent.map(({ spec, baseFee, transferFee }) => ({
      transferSpecHash: transferSpecHash(spec),
      domain: spec.sourceDomain,
      baseFee: usdc(baseFee),
      ...(transferFee !== undefined && { transferFee: usdc(transferFee) }),
    })),
    ...(fees.forwardingFee !== undefined && { forwardingFee: usdc(fees.forwardingFee) }),
  }
}

/** Base units as decimal USDC without trailing zeros. */
export function usdc(amount: bigint): string {
  return formatUnits(amount, 6)
}

/** The data of a chain of the Hub. */
export function chainOf(domain: number) {
  const facts = hubChains.get(domain)
  if (facts === undefined) throw new Refusal(`Unsupported domain ${domain}`)
  return facts
}
