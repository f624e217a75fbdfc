import { chainIdOf, type ReadClient } from '@holdfast/sdk/chain'
import { listPaymentLinks } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import type { Address } from 'viem'
import { defineCommand } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferIds } from '../../input/readNumber.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'

export const command = defineCommand({
  summary: 'take back the money of links that are not claimed yet',
  details:
    'One transaction for up to 100 links: either all of them are cancelled or none is. A link that was claimed meanwhile stops it; ask again then.',
  wallet: 'signs',
  positionals: [{ name: 'ids', describes: 'ids of the transfers, separated by commas', isRequired: false }],
  options: [{ flags: '--all', describes: 'all links of the wallet that are still open, at most 100 of them' }],
  examples: [
    ['link cancel 42', 'one link'],
    ['link cancel --all', 'every open link of the wallet'],
  ],
  result: {
    txHash: 'of the transaction; null where no link is open',
    chainId: 'number',
    cancelled: 'list of ids, decimal text',
    amount: 'base units that went back',
    left: 'number of open links that one transaction did not take',
  },
  async run(context, { positionals: [typed], options }) {
    const isAll = options.all === true
    if (isAll === (typed !== undefined))
      throw usageFailure('usage', 'Name the links by their ids, or all of them with --all.')
    const named = isAll ? [] : readTransferIds(typed, mostLinks)
    const clients = await context.openWallet()
    const { publicClient: client, walletClient } = clients
    const sender = walletClient.account.address
    const chainId = await chainIdOf(client)
    const wanted = isAll ? await findTakeable(client, sender) : named
    const ids = wanted.slice(0, mostLinks)
    const left = wanted.length - ids.length
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
  },
})

/** As many as one transaction takes. */
const mostLinks = 100

/** Links whose money is still locked: past the deadline a cancellation returns it as well. */
async function findTakeable(publicClient: ReadClient, sender: Address): Promise<bigint[]> {
  const links = await listPaymentLinks({ publicClient }, { sender })
  return links.flatMap(({ transferId, state }) => (state === 'open' || state === 'expired' ? transferId : []))
}
