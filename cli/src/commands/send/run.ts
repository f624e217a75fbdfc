import type { Run } from '../../command/Command.js'
import { readAmount } from '../../input/readAmount.js'
import { readPayee } from '../../risk/readPayee.js'
import { lockPayment } from './lockPayment.js'

export const run: Run = async (context, input) => {
  const [target, typed] = input.positionals
  const payee = readPayee(context, 'to', target)
  const amount = readAmount('amount', typed)
  return lockPayment(context, input, { ...payee, amount })
}
