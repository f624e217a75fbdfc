import type { Address } from 'viem'
import { carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'

/** Contracts that pay lists of recipients: Disperse, MultiSender. */
export function payoutEntries(): Entry[] {
  return [
    ...carriers(
      ['disperseEther', 'multisendEther'],
      '(address[] recipients, uint256[] amounts) payable',
      ([recipients, amounts], call, walk) => payAll(call, walk, 'native', recipients, amounts),
    ),
    ...carriers(
      ['disperseToken', 'disperseTokenSimple', 'multisendToken'],
      '(address token, address[] recipients, uint256[] amounts) payable',
      ([token, recipients, amounts], call, walk) => payAll(call, walk, token, recipients, amounts),
    ),
  ]
}

function payAll(
  call: Known,
  walk: Walk,
  token: Address | 'native',
  recipients: readonly Address[],
  amounts: readonly bigint[],
): undefined {
  for (const [index, payee] of recipients.entries())
    walk.move(call, { payee, token, amount: amounts[index], carrier: 'payout' })
}
