import type { Plan } from '@holdfast/sdk/plan'
import { writeAmount } from '../../input/readAmount.js'

/** The fee of a spend of the Hub, for a plan. */
export function describeSpendFee({ fee, amount }: Pick<Plan, 'fee' | 'amount'>): string {
  const isDear = fee > amount ? ', more than arrives' : ''
  return `never more than ${writeAmount(fee)}${isDear}; on top, from the same balance`
}
