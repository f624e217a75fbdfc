import type { Run } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { readAmount } from '../../input/readAmount.js'
import { lockPayment } from './lockPayment.js'

export const run: Run = async (context, input) => {
  const [target, typed] = input.positionals
  const to = readAddress('to', target)
  const amount = readAmount('amount', typed)
  return lockPayment(context, input, { to, amount })
}
