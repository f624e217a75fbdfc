import { fundFromVault } from '../../../box/fundFromVault.js'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount } from '../../../input/readAmount.js'

export const run: Run = (context, input) => {
  const [account, amount] = input.positionals
  return fundFromVault(context, input, {
    account: readAddress('box', account),
    amount: readAmount('amount', amount),
  })
}
