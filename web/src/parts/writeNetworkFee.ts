import type { Plan } from '@holdfast/sdk/plan'
import type { Format } from '../words/format.js'

/** The most that the network takes, in its coin. */
export function writeNetworkFee({ networkFee: { most, coin, decimals, isUsdc } }: Plan, format: Format): string {
  return isUsdc ? format.usdc(most) : format.coin(most, decimals, coin)
}
