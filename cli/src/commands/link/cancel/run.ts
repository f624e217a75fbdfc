import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { TransferUnavailableError } from '@holdfast/sdk/errors'
import { listPaymentLinks } from '@holdfast/sdk/links'
import { cancelBatch, isTerminal, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { isAddressEqual } from 'viem'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { writeAmount } from '../../../input/readAmount.js'
import { readTransferIds } from '../../../input/readTransferId.js'
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
  const amount = links.slice(0, mostLinks).reduce((sum, one) => sum + one.amount, 0n)
  if (ids.length === 0)
    return { result: { txHash: null, chainId, cancelled: [], amount: 0n }, text: 'No link of this wallet is open.' }
  await context.confirm({
    does: `Take back the money of ${ids.length === 1 ? `link ${ids[0]}` : `${ids.length} links`}`,
    facts: [
      ['from', requireDeployment(chainId).transferContract],
      ['to', `${sender}, their sender`],
      ['links', ids.join(', ')],
      ['amount', writeAmount(amount)],
      ['network', `${await describeNetworkFee(client, chainId)}, from ${sender}`],
      ['chain', describeChain(chainId)],
    ],
  })
  const doing = `cancelling ${ids.length} links`
  const txHash = await follow(context, { command: 'link cancel', chainId, doing }, (followed) =>
    cancelBatch(clients, ids, followed),
  )
  return {
    result: { txHash, chainId, cancelled: ids, amount },
    text: `Cancelled: ${ids.join(', ')}. ${writeAmount(amount)} went back to ${sender}.\n  transaction  ${txHash}`,
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
