import type { Address } from 'viem'
import type { BoxDetails } from './getBox.js'

/** What a box is good for now. */
export type BoxStatus = 'active' | 'spent' | 'expired'

/**
 * Whether a box can still spend: by its cap and its expiry, at the time of the block it was read of. Its balance is another matter.
 *
 * @example
 * const state = await getBox(publicClient, box)
 * if (boxStatus(state) === 'active') console.log(state.remaining)
 */
export function boxStatus({ now, expiry, remaining }: Pick<BoxDetails, 'now' | 'expiry' | 'remaining'>): BoxStatus {
  if (now > expiry) return 'expired'
  return remaining === 0n ? 'spent' : 'active'
}

/** What an owner should know of a box. `sweepable`: it holds money that it can never spend. */
export type BoxCaution = 'sweepable' | 'foreign_token' | 'foreign_cosigner'

/**
 * What an owner should know of a box before money goes near it.
 *
 * @param around - `usdc`: USDC of its chain. `cosigner`: the one that can be asked, where one is known.
 * @example
 * const { usdc } = requireDeployment(PRIMARY_CHAIN_ID)
 * const state = await getBox(publicClient, box)
 * if (boxCautions(state, { usdc }).includes('sweepable')) console.log('Take the rest back.')
 */
export function boxCautions(
  box: BoxDetails,
  { usdc, cosigner }: { usdc: Address; cosigner?: Address | undefined },
): BoxCaution[] {
  const { balance, remaining, token } = box
  const useful = boxStatus(box) === 'active' ? remaining : 0n
  return [
    ...(balance !== null && balance > useful ? ['sweepable' as const] : []),
    ...(token === usdc ? [] : ['foreign_token' as const]),
    ...(cosigner === undefined || cosigner === box.cosigner ? [] : ['foreign_cosigner' as const]),
  ]
}
