import type { Plan } from '@holdfast/sdk/plan'
import { getTransfer } from '@holdfast/sdk/transfer'
import type { OpenWallet } from '../../command/Context.js'
import type { Plan as Shown } from '../../command/Plan.js'
import { describePayee } from './describeTransfer.js'

/** What a plan says where locked money goes back to its sender; no claim takes a fee then. */
export async function describeReturn(
  { publicClient }: Pick<OpenWallet, 'publicClient'>,
  { payer, recipient, params: { transferId } }: Plan<'cancel' | 'reclaimExpired'>,
): Promise<{ parties: Shown['facts']; fee: Shown['facts'] }> {
  const transfer = await getTransfer({ publicClient }, transferId)
  return {
    parties: [
      ['from', `${payer}, where it is locked for ${describePayee(transfer)}`],
      ['to', `${recipient}, its sender`],
    ],
    fee: [],
  }
}
