import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import type { Hash } from 'viem'
import { CommandFailure } from '../../failure/CommandFailure.js'

/** What became of a spend that was taken. */
export type Spent = { transferId: string | null; mintTxHash: Hash }

/**
 * Tells a spend that was minted.
 *
 * @throws CommandFailure `not_minted` where it is not yet.
 */
export function finishSpend(
  { to, amount, recipient }: { to: BridgeChainName; amount: string; recipient: string },
  { transferId, mintTxHash }: { transferId: string | null; mintTxHash?: Hash | undefined },
): { result: Spent; text: string } {
  if (mintTxHash === undefined)
    throw new CommandFailure('unsettled', 'not_minted', 'The Hub has taken the spend, and has not minted it yet.', [
      'It is on its way, whatever happens here. Do not spend again.',
      ...(transferId === null ? [] : [`Look with: holdfast hub track ${transferId}`]),
    ])
  return {
    result: { transferId, mintTxHash },
    text: [
      `${amount} arrived for ${recipient} on ${chainLabel(to)}.`,
      ...(transferId === null ? [] : [`  transfer  ${transferId}`]),
      `  mint      ${mintTxHash}`,
    ].join('\n'),
  }
}
