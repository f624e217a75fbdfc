import { chainIdOf } from '@holdfast/sdk/chain'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../chain/describeChain.js'
import type { Context, OpenWallet } from '../command/Context.js'
import { writeAmount } from '../input/readAmount.js'
import { requireTransfer } from './requireTransfer.js'

/**
 * Shows what will happen to a transfer, and asks.
 *
 * @param describe - What will happen, as a sentence without a full stop.
 */
export async function planChange(
  context: Context,
  transferId: bigint,
  describe: (transfer: ProtectedTransfer) => string,
): Promise<{ clients: OpenWallet; chainId: number; transfer: ProtectedTransfer }> {
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const chainId = await chainIdOf(client)
  const [transfer, networkFee] = await Promise.all([
    requireTransfer(client, transferId),
    describeNetworkFee(client, chainId),
  ])
  await context.confirm({
    does: describe(transfer),
    facts: [
      ['from', transfer.sender],
      ['to', transfer.to],
      ['amount', writeAmount(transfer.amount)],
      ['network', `${networkFee}, from ${walletClient.account.address}`],
      ['chain', describeChain(chainId)],
    ],
  })
  return { clients, chainId, transfer }
}
