import type { ReadClient } from '@holdfast/sdk/chain'
import { findTransfer, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type ReadyCancel, signReadyCancel } from '@holdfast/sdk/watch'
import { type Address, zeroAddress } from 'viem'
import { describeChain, describeNetworkFee } from '../../chain/describeChain.js'
import type { Context, OpenWallet } from '../../command/Context.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferIds } from '../../input/readNumber.js'
import { describePayee } from './describeTransfer.js'
import { openAcknowledgedSends } from './openAcknowledgedSends.js'

/** What a watch may take back. */
export type Recall = {
  cancels: readonly ReadyCancel[]
  /** For payments that are made while it runs; absent where the person has not asked for it. */
  arm?: (transfer: ProtectedTransfer) => Promise<ReadyCancel | undefined>
  /** Open payments that were made against the advice of the firewall, and are never taken back. */
  acknowledged: readonly bigint[]
}

/**
 * Signs a cancellation for each open payment to a recorded recipient, but for those that the person has excepted or has made
 * against the advice of the firewall.
 */
export async function prepareRecall(
  context: Context,
  wallet: OpenWallet,
  { options }: { options: { readonly except?: string; readonly armNew?: true } },
  { chainId, open }: { chainId: number; open: readonly ProtectedTransfer[] },
): Promise<Recall> {
  const sender = wallet.walletClient.account.address
  const except = options.except !== undefined ? readTransferIds(options.except, 1_000) : []
  const findDecided = () => findAcknowledged(context, wallet.publicClient, { chainId, sender })
  const decided = await findDecided()
  const chosen = open.filter(
    ({ transferId, to }) => to !== zeroAddress && !except.includes(transferId) && !decided.has(transferId),
  )
  const armsNew = options.armNew === true
  if (chosen.length > 0 || armsNew)
    await context.confirm({
      does: `Sign ${chosen.length} cancellations, used only where the firewall comes to block the recipient`,
      plan: { unplanned: 'it signs texts that can only return money to this wallet' },
      facts: [
        ['to', `${sender}, their sender`],
        ...chosen.map((one) => [`${one.transferId}`, `${writeAmount(one.amount)} to ${describePayee(one)}`] as const),
        ...(armsNew ? [['later', 'one for each payment that is made while this runs'] as const] : []),
        ['network', `${await describeNetworkFee(wallet.publicClient, chainId)} for each one that is used`],
        ['chain', describeChain(chainId)],
      ],
    })
  const cancels: ReadyCancel[] = []
  for (const { transferId } of chosen) cancels.push(await signReadyCancel(wallet, transferId))
  const acknowledged = open.map(({ transferId }) => transferId).filter((id) => decided.has(id))
  if (!armsNew) return { cancels, acknowledged }
  const known = new Set(open.map(({ transferId }) => transferId))
  return {
    cancels,
    acknowledged,
    async arm({ transferId }) {
      if (known.has(transferId) || except.includes(transferId)) return undefined
      // Read again: `send` notes it in another process, before it signs.
      return (await findDecided()).has(transferId) ? undefined : signReadyCancel(wallet, transferId)
    },
  }
}

async function findAcknowledged(
  context: Context,
  client: ReadClient,
  { chainId, sender }: { chainId: number; sender: Address },
): Promise<ReadonlySet<bigint>> {
  const sends = openAcknowledgedSends(context)
    .all()
    .filter((one) => one.chainId === chainId)
  const found = await Promise.all(
    sends.map(({ claimHash }) => findTransfer({ publicClient: client }, { sender, claimHash })),
  )
  return new Set(found.flatMap((one) => one?.transferId ?? []))
}
