import { cancel } from '@holdfast/sdk/transfer'
import { follow } from '../../chain/follow.js'
import type { Run } from '../../command/Command.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readTransferId.js'
import { planChange } from '../../transfer/planChange.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const transferId = readTransferId(typed)
  const { clients, chainId, transfer } = await planChange(context, transferId, {
    does: () => `Take back transfer ${transferId}, before it is claimed`,
    goesBack: true,
    bySender: true,
  })
  const txHash = await follow(
    context,
    { command: 'cancel', chainId, doing: `cancelling transfer ${transferId}` },
    (followed) => cancel(clients, transferId, followed),
  )
  const { amount, sender } = transfer
  return {
    result: { transferId, txHash, chainId, amount },
    text: `Transfer ${transferId} is cancelled: ${writeAmount(amount)} went back to ${sender}.\n  transaction  ${txHash}`,
  }
}
