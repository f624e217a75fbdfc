import { UnknownConfigError } from '@holdfast/sdk/errors'
import { planOperation } from '@holdfast/sdk/plan'
import { getConfig } from '@holdfast/sdk/transfer'
import { defineCommand } from '../../command/Command.js'
import { codeOption } from '../../command/Option.js'
import { readTransferId } from '../../input/readNumber.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { newClaimCode } from '../terms/findTerms.js'
import { describePayee, requireTransfer } from './describeTransfer.js'

export const command = defineCommand({
  summary: 'give a transfer a new code, and unlock it',
  details:
    'Only its sender can, until the deadline. The old code stops working, wrong attempts are reset, and the deadline stays the same. The new code is shown once, on the terminal, before anything is sent.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  options: [codeOption],
  examples: [['rekey 42', 'after the code was lost, or a third party saw it']],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that set the new code',
    chainId: 'number',
    claimHash: 'commitment to the new code; does not reveal it',
  },
  async run(context, { positionals: [typed], options }) {
    const transferId = readTransferId(typed)
    const show = context.terminal.openSecretOutlet(options.codeFile)
    const clients = await context.openWallet()
    const { publicClient } = clients
    const transfer = await requireTransfer(publicClient, transferId)
    const terms = await getConfig({ publicClient }, transfer.configId)
    if (terms === undefined) throw new UnknownConfigError(transfer.configId)
    const { secret, claimHash } = newClaimCode(terms)
    const plan = await planOperation(
      clients,
      'rekey',
      { transferId, newClaimHash: claimHash },
      { signal: context.signal },
    )
    const payee = describePayee(transfer)
    await context.confirm({
      does: `Set a new code for transfer ${transferId} to ${payee}; the old one stops working`,
      plan,
      facts: describePlan(plan),
    })
    show(`New code of transfer ${transferId}, shown once`, secret)
    const { result: txHash } = await followPlan(context, clients, plan, {
      command: 'rekey',
      doing: `setting a new code for transfer ${transferId}`,
    })
    return {
      result: { transferId, txHash, chainId: plan.chainId, claimHash },
      text: `Transfer ${transferId} has a new code.\n  transaction  ${txHash}`,
    }
  },
})
