import { UnknownConfigError } from '@holdfast/sdk/errors'
import { getConfig, rekey } from '@holdfast/sdk/transfer'
import { follow } from '../../chain/follow.js'
import type { Run } from '../../command/Command.js'
import { readTransferId } from '../../input/readTransferId.js'
import { newClaimCode } from '../../transfer/newClaimCode.js'
import { planChange } from '../../transfer/planChange.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const transferId = readTransferId(typed)
  const show = context.terminal.openSecretOutlet(options.codeFile)
  const { clients, chainId, transfer } = await planChange(context, transferId, {
    does: ({ to }) => `Set a new code for transfer ${transferId} to ${to}; the old one opens nothing any more`,
    goesBack: false,
    bySender: true,
    when: 'until_deadline',
  })
  const terms = await getConfig(clients, transfer.configId)
  if (terms === undefined) throw new UnknownConfigError(transfer.configId)
  const { secret, claimHash } = newClaimCode(terms)
  show(`New code of transfer ${transferId}, shown once`, secret)
  const txHash = await follow(
    context,
    { command: 'rekey', chainId, doing: `setting a new code for transfer ${transferId}` },
    (followed) => rekey(clients, transferId, claimHash, followed),
  )
  return {
    result: { transferId, txHash, chainId, claimHash },
    text: `Transfer ${transferId} has a new code.\n  transaction  ${txHash}`,
  }
}
