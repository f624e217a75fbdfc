import { chainIdOf } from '@holdfast/sdk/chain'
import { type ReclaimBatchResult, reclaimExpired, reclaimExpiredBatch } from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../../chain/describeChain.js'
import { follow } from '../../chain/follow.js'
import type { Run } from '../../command/Command.js'
import { readTransferIds } from '../../input/readTransferId.js'
import { planChange } from '../../transfer/planChange.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const ids = readTransferIds(typed)
  const [first] = ids
  const { chainId, ...done } = first !== undefined && ids.length === 1 ? await returnOne(first) : await returnMany()
  const { txHash, reclaimed, skipped } = done
  return {
    result: { txHash, chainId, reclaimed, skipped },
    text: [
      `Returned to their senders: ${reclaimed.join(', ') || 'none'}.`,
      ...(skipped.length > 0 ? [`Not returned: ${skipped.join(', ')}.`] : []),
      `  transaction  ${txHash}`,
    ].join('\n'),
  }

  async function returnOne(transferId: bigint): Promise<ReclaimBatchResult & { chainId: number }> {
    const { clients, chainId } = await planChange(
      context,
      transferId,
      ({ sender }) => `Return transfer ${transferId} to its sender ${sender}`,
    )
    const txHash = await follow(
      context,
      { command: 'reclaim', chainId, doing: `returning transfer ${transferId}` },
      (followed) => reclaimExpired(clients, transferId, followed),
    )
    return { txHash, chainId, reclaimed: [transferId], skipped: [] }
  }

  async function returnMany(): Promise<ReclaimBatchResult & { chainId: number }> {
    const clients = await context.openWallet()
    const chainId = await chainIdOf(clients.publicClient)
    await context.confirm({
      does: `Return ${ids.length} transfers to their senders`,
      facts: [
        ['transfers', ids.join(', ')],
        ['network', await describeNetworkFee(clients.publicClient, chainId)],
        ['chain', describeChain(chainId)],
      ],
    })
    const done = await follow(
      context,
      { command: 'reclaim', chainId, doing: `returning ${ids.length} transfers` },
      (followed) => reclaimExpiredBatch(clients, ids, followed),
    )
    return { ...done, chainId }
  }
}
