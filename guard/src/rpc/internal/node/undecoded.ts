import { bridgeChains, chains } from '@holdfast/contracts'
import type { Movement } from '../../../decode/types.js'

/**
 * What a simulation moved beyond what was decoded: payments to payees that no calldata names, and the excess where a payee gets
 * more than the calldata says.
 *
 * Where USDC is the chain's own coin, one payment is reported as the coin and as the token: the larger report counts.
 */
export function undecoded(
  simulated: readonly Movement[],
  decoded: readonly Movement[],
  chainId: number,
): readonly Movement[] {
  const scaleOf = scalesOf(chainId)
  const keyOf = ({ payer, payee, token }: Movement) =>
    [payer, payee, scaleOf(token) === undefined ? token : 'usdc'].join().toLowerCase()
  const paid = new Map<string, bigint>()
  for (const one of decoded) {
    // Allowances and unlimited amounts are not subtracted: the simulation shows only what is taken now.
    if (one.amount === undefined || rights.has(one.carrier)) continue
    paid.set(keyOf(one), (paid.get(keyOf(one)) ?? 0n) + one.amount * (scaleOf(one.token) ?? 1n))
  }
  const shown = new Map<string, Movement & { amount: bigint }>()
  for (const one of simulated) {
    const key = `${keyOf(one)},${one.token}`
    shown.set(key, { ...one, amount: (shown.get(key)?.amount ?? 0n) + (one.amount ?? 0n) })
  }
  const more = new Map<string, { movement: Movement; excess: bigint }>()
  // Of two equal reports the one as a token is kept, since its amount is in units that a person reads.
  const tokensFirst = [...shown.values()].sort((a, b) => Number(a.token === 'native') - Number(b.token === 'native'))
  for (const movement of tokensFirst) {
    const [key, scale] = [keyOf(movement), scaleOf(movement.token) ?? 1n]
    const excess = movement.amount * scale - (paid.get(key) ?? 0n)
    if (excess <= (more.get(key)?.excess ?? 0n)) continue
    more.set(key, { excess, movement: { ...movement, amount: (excess + scale - 1n) / scale } })
  }
  return [...more.values()].map(({ movement }) => movement)
}

/** Calls that grant a right to take money, and move none themselves. */
const rights: ReadonlySet<Movement['carrier']> = new Set(['approval', 'permit', 'permit2_allowance', 'delegation'])

/** The factor that makes amounts of the chain's coin and of USDC comparable, where the coin is USDC; else `undefined`. */
function scalesOf(chainId: number): (token: Movement['token']) => bigint | undefined {
  const usdc = Object.values(bridgeChains)
    .find((one) => one.chainId === chainId)
    ?.usdc.toLowerCase()
  const isCoin = chains.some(({ id, nativeCurrency }) => id === chainId && nativeCurrency.symbol === 'USDC')
  return (token) => {
    if (!isCoin) return undefined
    if (token === 'native') return 1n
    return token.toLowerCase() === usdc ? 10n ** 12n : undefined
  }
}
