import { planOperation } from '@holdfast/sdk/plan'
import {
  getTransfer,
  isOpen,
  isReturnable,
  MAX_RECLAIM_BATCH,
  type ProtectedTransfer,
  type ReclaimBatchResult,
} from '@holdfast/sdk/transfer'
import { readNow } from '../../chain/readNow.js'
import { defineCommand } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferIds } from '../../input/readNumber.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { describeReturn } from './describeTransfer.js'

export const command = defineCommand({
  summary: 'return expired transfers to their senders',
  details:
    'Any account can, once the deadline has passed. Several ids go in one transaction; one that cannot be returned does not stop the others.',
  wallet: 'signs',
  positionals: [{ name: 'ids', describes: 'id of the transfer, or up to 50 separated by commas' }],
  examples: [
    ['reclaim 42', 'the money goes back to its sender'],
    ['reclaim 41,42,43', 'all of them in one transaction'],
  ],
  result: {
    txHash: 'of the transaction',
    chainId: 'number',
    reclaimed: 'list of ids that went back',
    skipped: 'list of ids that could not be returned; a single id that cannot be is an error',
  },
  async run(context, { positionals: [typed] }) {
    const ids = readTransferIds(typed, MAX_RECLAIM_BATCH)
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
      const clients = await context.openWallet()
      const plan = await planOperation(clients, 'reclaimExpired', { transferId }, { signal: context.signal })
      const { chainId, recipient } = plan
      await context.confirm({
        does: `Return transfer ${transferId} to its sender ${recipient}`,
        plan,
        facts: describePlan(plan, await describeReturn(clients, plan)),
      })
      const { result: txHash } = await followPlan(context, clients, plan, {
        command: 'reclaim',
        doing: `returning transfer ${transferId}`,
      })
      return { txHash, chainId, reclaimed: [transferId], skipped: [] }
    }

    async function returnMany(): Promise<ReclaimBatchResult & { chainId: number }> {
      const clients = await context.openWallet()
      const [plan, transfers, now] = await Promise.all([
        planOperation(clients, 'reclaimExpiredBatch', { transferIds: ids }, { signal: context.signal }),
        Promise.all(ids.map((id) => getTransfer(clients, id))),
        readNow(clients.publicClient),
      ])
      const returnable = transfers.filter((one) => isReturnable(one, new Date(now * 1_000)))
      const states = transfers.map((one): [string, string] => [
        `${one.transferId}`,
        returnable.includes(one) ? `${writeAmount(one.amount)} to ${one.sender}` : `stays; ${describeState(one)}`,
      ])
      if (returnable.length === 0)
        throw new CommandFailure(
          'refused',
          'nothing_to_return',
          'None of these transfers can be returned now.',
          states.map(([id, state]) => `Transfer ${id} ${state}`),
        )
      await context.confirm({
        does: `Return ${returnable.length} transfers to their senders`,
        plan,
        facts: describePlan(plan, { parties: [['from', plan.payer], ...states], fee: [] }),
      })
      const followed = { command: 'reclaim', doing: `returning ${ids.length} transfers` }
      const { result: done } = await followPlan(context, clients, plan, followed)
      return { ...done, chainId: plan.chainId }
    }
  },
})

function describeState({ status, deadline }: ProtectedTransfer): string {
  if (status === 'NONE') return 'there is none'
  return isOpen(status) ? `its deadline is ${deadline.toISOString()}` : `it is ${status}`
}
