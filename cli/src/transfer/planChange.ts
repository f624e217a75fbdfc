import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { TransferUnavailableError } from '@holdfast/sdk/errors'
import { isTerminal, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../chain/describeChain.js'
import { readNow } from '../chain/readNow.js'
import type { Context, OpenWallet } from '../command/Context.js'
import { writeAmount } from '../input/readAmount.js'
import { describePayee } from './describeTransfer.js'
import { requireTransfer } from './requireTransfer.js'

/** What somebody wants to do to a transfer. */
type Change = {
  /** As a sentence without a full stop. */
  does: (transfer: ProtectedTransfer) => string
  /** Whether the money leaves the contract, for its sender. */
  goesBack: boolean
  /** Whether its sender alone can. */
  bySender: boolean
  /** On which side of the deadline, where not on both. */
  when?: 'until_deadline' | 'past_deadline'
}

/**
 * Shows what will happen to a transfer, and asks. What the contract would refuse is refused before: nobody is asked, and no
 * code is shown, for nothing.
 *
 * @throws TransferUnavailableError, CommandFailure `declined`
 */
export async function planChange(
  context: Context,
  transferId: bigint,
  change: Change,
): Promise<{ clients: OpenWallet; chainId: number; transfer: ProtectedTransfer }> {
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const wallet = walletClient.account.address
  const chainId = await chainIdOf(client)
  const [transfer, now, networkFee] = await Promise.all([
    requireTransfer(client, transferId),
    readNow(client),
    describeNetworkFee(client, chainId),
  ])
  const { sender, amount } = transfer
  const reason = refusalOf(change, transfer, { wallet, now })
  if (reason !== undefined) throw new TransferUnavailableError(transferId, reason)
  const { transferContract } = requireDeployment(chainId)
  await context.confirm({
    does: change.does(transfer),
    facts: [
      ...(change.goesBack
        ? ([
            ['from', `${transferContract}, where it is locked for ${describePayee(transfer)}`],
            ['to', `${sender}, its sender`],
          ] as const)
        : ([
            ['from', sender],
            ['to', describePayee(transfer)],
          ] as const)),
      ['amount', writeAmount(amount)],
      ['network', `${networkFee}, from ${wallet}`],
      ['chain', describeChain(chainId)],
    ],
  })
  return { clients, chainId, transfer }
}

function refusalOf(
  { bySender, when }: Change,
  { sender, status, deadline }: ProtectedTransfer,
  { wallet, now }: { wallet: string; now: number },
): TransferUnavailableError['reason'] | undefined {
  const isPast = now * 1_000 > deadline.getTime()
  if (isTerminal(status)) return 'not_pending'
  if (bySender && sender !== wallet) return 'not_sender'
  if (when === 'until_deadline' && isPast) return 'expired'
  if (when === 'past_deadline' && !isPast) return 'not_expired'
  return undefined
}
