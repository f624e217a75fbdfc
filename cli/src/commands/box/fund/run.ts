import { fundFromHub } from '../../../box/fundFromHub.js'
import { fundFromVault } from '../../../box/fundFromVault.js'
import { fundFromWallet } from '../../../box/fundFromWallet.js'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount } from '../../../input/readAmount.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed, much],
    options: { from, hubChain },
  } = input
  const asked = { account: readAddress('box', typed), amount: readAmount('amount', much) }
  if (from === 'hub') return fundFromHub(context, input, asked)
  if (hubChain !== undefined)
    throw usageFailure('invalid_source', '--hub-chain is for a box that is funded with --from hub.')
  if (from === 'wallet') return fundFromWallet(context, input, asked)
  if (from === 'vault') return fundFromVault(context, input, asked)
  throw usageFailure('invalid_source', `--from is ${from}: a box is funded from wallet, vault or hub.`)
}
