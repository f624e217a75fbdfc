import { chainLabel } from '@holdfast/sdk/chain'
import { type HubBalance, type HubChainName, type HubQuote, hubShortfall, maxHubSpendable } from '@holdfast/sdk/hub'
import { CommandFailure } from '../failure/CommandFailure.js'
import { writeAmount } from '../input/readAmount.js'

/** Judges whether a balance covers a spend, before anybody signs. @throws CommandFailure `insufficient_balance` */
export function requireSpendable({ byChain }: HubBalance, from: HubChainName, { total, maxFee }: HubQuote): void {
  const here = byChain[from] ?? 0n
  const refusal = hubShortfall({
    here,
    byChain,
    from,
    fromLabel: chainLabel(from),
    committed: total,
    labelOf: chainLabel,
  })
  if (refusal === null) return
  const { params, fix } = refusal
  // Fees move between two looks: what is advised must hold at the next one.
  const most = maxHubSpendable(here, maxFee + maxFee / 4n)
  throw new CommandFailure(
    'refused',
    'insufficient_balance',
    `In the Hub lie ${params.here} USDC on ${params.from}, and ${params.needed} are needed, the fee included.`,
    [
      ...(fix?.kind === 'switchSource' ? [`${params.there} USDC lie on ${fix.label}: --from ${fix.chain}`] : []),
      ...(fix?.kind === 'deposit' ? [`Deposit the rest: holdfast hub deposit ${fix.display} --chain ${from}`] : []),
      ...(most > 0n ? [`At most ${writeAmount(most)} can be sent from there now.`] : []),
      'A deposit counts when its chain is final that far; `holdfast hub balance` lists those that wait.',
    ],
  )
}
