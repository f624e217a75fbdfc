import { type HubQuote, hubBalance, quoteHubSpend } from '@holdfast/sdk/hub'
import { issuerOptions } from '../chain/issuerOptions.js'
import type { Context } from '../command/Context.js'
import { writeAmount } from '../input/readAmount.js'
import { requireSpendable } from './requireSpendable.js'

/** Asks the Hub what a spend costs, and whether the balance covers it. @throws CommandFailure `insufficient_balance` */
export async function quoteSpend(
  context: Context,
  { depositor, ...spend }: Pick<quoteHubSpend.Parameters, 'from' | 'to' | 'amount' | 'depositor' | 'recipient'>,
): Promise<HubQuote> {
  const hub = issuerOptions(context, 'hub')
  const [quote, balance] = await context.terminal.during('asking the Hub for fee and balance', () =>
    Promise.all([quoteHubSpend({ ...spend, depositor, ...hub }), hubBalance({ depositor, ...hub })]),
  )
  requireSpendable(balance, spend.from, quote)
  return quote
}

/** Its fee for a plan. */
export function describeSpendFee({ quotedFee, maxFee }: HubQuote, amount: bigint): string {
  const isDear = maxFee > amount ? ', more than arrives' : ''
  return `${writeAmount(quotedFee)} now, never more than ${writeAmount(maxFee)}${isDear}; on top, from the same balance`
}
