import { chainLabel } from '@holdfast/sdk/chain'
import { HubRefusedError } from '@holdfast/sdk/errors'
import {
  feeAtNextQuote,
  type HubBalance,
  type HubChainName,
  type HubQuote,
  hubBalance,
  hubShortfall,
  maxHubSpendable,
  quoteHubSpend,
} from '@holdfast/sdk/hub'
import type { Plan } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import { issuerOptions } from '../../chain/endpoints.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'

/**
 * Plans a spend, and says what would help where the balance is too small for it.
 *
 * @throws CommandFailure `insufficient_balance`
 */
export async function planSpend<plan>(
  context: Context,
  { depositor, from, to, amount }: { depositor: Address; from: HubChainName; to: HubChainName; amount: bigint },
  plan: () => Promise<plan>,
): Promise<plan> {
  try {
    return await plan()
  } catch (error) {
    if (!(error instanceof HubRefusedError) || error.code !== 'insufficient_balance') throw error
    const hub = issuerOptions(context, 'hub')
    const [quote, balance] = await Promise.all([
      quoteHubSpend({ depositor, from, to, amount, ...hub }),
      hubBalance({ depositor, ...hub }),
    ])
    throw describeShort(balance, from, quote) ?? error
  }
}

function describeShort(
  { byChain }: HubBalance,
  from: HubChainName,
  { total, maxFee }: HubQuote,
): CommandFailure | undefined {
  const here = byChain[from] ?? 0n
  const refusal = hubShortfall({
    here,
    byChain,
    from,
    fromLabel: chainLabel(from),
    committed: total,
    labelOf: chainLabel,
  })
  if (refusal === null) return undefined
  const { params, fix } = refusal
  const most = maxHubSpendable(here, feeAtNextQuote(maxFee))
  return new CommandFailure(
    'refused',
    'insufficient_balance',
    `The Hub holds ${params.here} USDC on ${params.from}, and ${params.needed} are needed, the fee included.`,
    [
      ...(fix?.kind === 'switchSource' ? [`${params.there} USDC are on ${fix.label}: --from ${fix.chain}`] : []),
      ...(fix?.kind === 'deposit' ? [`Deposit the rest: holdfast hub deposit ${fix.display} --chain ${from}`] : []),
      ...(most > 0n ? [`At most ${writeAmount(most)} can be sent from there now.`] : []),
      'A deposit counts once its block is final; `holdfast hub balance` lists those that are not yet.',
    ],
  )
}

/** The fee of a spend of the Hub, for a plan. */
export function describeSpendFee({ fee, amount }: Pick<Plan, 'fee' | 'amount'>): string {
  const isDear = fee > amount ? ', more than arrives' : ''
  return `never more than ${writeAmount(fee)}${isDear}; on top, from the same balance`
}
