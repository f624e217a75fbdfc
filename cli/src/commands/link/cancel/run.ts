import { chainIdOf } from '@holdfast/sdk/chain'
import { TransferUnavailableError } from '@holdfast/sdk/errors'
import { listPaymentLinks } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import { isTerminal, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { isAddressEqual } from 'viem'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { writeAmount } from '../../../input/readAmount.js'
import { readTransferIds } from '../../../input/readTransferId.js'
import { describePlan } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { requireTransfer } from '../../../transfer/requireTransfer.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const isAll = options.all === true
  if (isAll === (typed !== undefined))
    throw usageFailure('usage', 'Name the links by their ids, or all of them with --all.')
  const named = isAll ? [] : readTransferIds(typed, mostLinks)
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const sender = walletClient.account.address
  const chainId = await chainIdOf(client)
  const links = isAll
    ? (await listPaymentLinks({ publicClient: client }, { sender })).filter(({ state }) => isTakeable(state))
    : await Promise.all(named.map((id) => requireTransfer(client, id)))
  for (const one of links) if ('sender' in one) assertCancellable(one, sender)
  const ids = links.map(({ transferId }) => transferId).slice(0, mostLinks)
  const left = links.length - ids.length
  if (ids.length === 0)
    return {
      result: { txHash: null, chainId, cancelled: [], amount: 0n, left },
      text: 'No link of this wallet is open.',
    }
  const plan = await planOperation(clients, 'cancelBatch', { transferIds: ids }, { signal: context.signal })
  const { amount } = plan
  await context.confirm({
    does: `Take back the money of ${ids.length === 1 ? `link ${ids[0]}` : `${ids.length} links`}`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', plan.payer],
        ['to', `${sender}, their sender`],
        ['links', ids.join(', ')],
      ],
      fee: [],
    }),
  })
  const followed = { command: 'link cancel', doing: `cancelling ${ids.length} links` }
  const { result: txHash } = await followPlan(context, clients, plan, followed)
  return {
    result: { txHash, chainId, cancelled: ids, amount, left },
    text: [
      `Cancelled: ${ids.join(', ')}. ${writeAmount(amount)} went back to ${sender}.`,
      `  transaction  ${txHash}`,
      ...(left === 0 ? [] : [`  left         ${left} more: run it again`]),
    ].join('\n'),
  }
}

/** As many as one transaction takes. */
const mostLinks = 100

/** Money that is still locked: past the deadline a cancellation returns it as well. */
function isTakeable(state: string): boolean {
  return state === 'open' || state === 'expired'
}

function assertCancellable({ transferId, status, sender }: ProtectedTransfer, wallet: `0x${string}`): void {
  if (isTerminal(status)) throw new TransferUnavailableError(transferId, 'not_pending')
  if (!isAddressEqual(sender, wallet)) throw new TransferUnavailableError(transferId, 'not_sender')
}
