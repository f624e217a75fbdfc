import { formatUnits } from 'viem'
import { type Refusal, usdc } from '../chain/refusal.js'

/**
 * Whether a wallet can pay for a burn, before anything is signed.
 *
 * | code | when | fix |
 * | --- | --- | --- |
 * | `shortWithFee` | its USDC does not cover `total` | `useMax`, where anything fits |
 * | `shortWithGas` | it covers `total`, and not the gas on top; only where USDC pays for gas | `useMax`, where anything fits |
 * | `noGas` | the other coin does not cover the gas | none |
 *
 * Every refusal has the `params` `chain`, `have`, `needed` and `missing`, in USDC except with `noGas`, where they are in the
 * chain's own coin; the first two codes also `fee`, and `shortWithGas` also `gas`.
 *
 * @returns `null` when nothing is missing.
 * @example
 * const refusal = bridgeShortfall({
 *   usdcBalance: 9_000_000n,
 *   total: 10_100_000n,
 *   maxFee: 100_000n,
 *   gasCost: 5_000_000_000_000_000n,
 *   nativeBalance: 9_000_000_000_000_000_000n,
 *   chainLabel: 'Arc Testnet',
 *   gasInUsdc: true,
 * })
 * if (refusal?.fix?.kind === 'useMax') console.log(refusal.fix.display) // '8.895'
 */
export function bridgeShortfall(params: bridgeShortfall.Parameters): bridgeShortfall.ReturnType | null {
  const { usdcBalance, total, maxFee, gasCost, nativeBalance, chainLabel: chain } = params
  const { nativePerUsdc = nativePerUsdcUnit } = params
  const gas = params.gasInUsdc ? gasInUsdc(gasCost, nativePerUsdc) : 0n
  const needed = total + gas
  if (usdcBalance < needed) {
    const facts = {
      have: usdc(usdcBalance),
      needed: usdc(needed),
      missing: usdc(needed - usdcBalance),
      fee: usdc(maxFee),
    }
    const most = usdcBalance - maxFee - gas
    return {
      code: usdcBalance < total ? 'shortWithFee' : 'shortWithGas',
      params: { chain, ...facts, ...(params.gasInUsdc && { gas: usdc(gas) }) },
      ...(most > 0n && { fix: { kind: 'useMax', amount: most, display: usdc(most) } }),
    }
  }
  if (!params.gasInUsdc && nativeBalance < gasCost) {
    const [have, lacking] = [formatUnits(nativeBalance, 18), formatUnits(gasCost - nativeBalance, 18)]
    return { code: 'noGas', params: { chain, have, needed: formatUnits(gasCost, 18), missing: lacking } }
  }
  return null
}

/**
 * Gas in USDC base units, where USDC pays for it. Rounded up: a part of a unit is paid as a whole one.
 *
 * @param gasCost - Native units.
 */
export function gasInUsdc(gasCost: bigint, nativePerUsdc: bigint = nativePerUsdcUnit): bigint {
  return (gasCost + nativePerUsdc - 1n) / nativePerUsdc
}

/** Native units of 18 decimals in one USDC base unit of 6. */
const nativePerUsdcUnit = 10n ** 12n

export declare namespace bridgeShortfall {
  type ReturnType = Refusal & { code: 'shortWithFee' | 'shortWithGas' | 'noGas' }

  type Parameters = {
    /** USDC base units in the wallet. */
    usdcBalance: bigint
    /** What the burn takes: `total` of the quote. */
    total: bigint
    /** The part of it that is fee ceiling: `maxFee` of the quote. */
    maxFee: bigint
    /** What approval and burn may cost in gas, in the chain's native units of 18 decimals. */
    gasCost: bigint
    /** The wallet's native units. Not looked at where USDC pays for gas: it is the same balance. */
    nativeBalance: bigint
    /** What people call the source chain. */
    chainLabel: string
    /** Whether gas comes out of the same USDC balance: on the primary chain. */
    gasInUsdc: boolean
    /** Native units in one USDC base unit.
     * @default 10n ** 12n */
    nativePerUsdc?: bigint | undefined
  }
}
