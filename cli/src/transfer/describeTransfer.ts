import { isReturnable, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { writeAmount } from '../input/readAmount.js'
import type { Paint } from '../io/paint.js'

/** A transfer for a person. */
export function describeTransfer(transfer: ProtectedTransfer, paint: Paint): string {
  const { transferId, sender, to, amount, deadline, attempts, configId } = transfer
  const rows = [
    ['from', sender],
    ['to', to],
    ['amount', writeAmount(amount)],
    ['deadline', deadline.toISOString()],
    ['attempts', `${attempts} of 5 wrong codes`],
    ['terms', configId],
  ]
  return [
    `Transfer ${transferId}  ${paint.bold(describeStatus(transfer))}`,
    ...rows.map(([label = '', value]) => `  ${paint.dim(label.padEnd(8))}  ${value}`),
  ].join('\n')
}

/** Its state, with what follows from the clock. */
export function describeStatus(transfer: ProtectedTransfer): string {
  return isReturnable(transfer) ? `${transfer.status}, past its deadline: it can be returned` : transfer.status
}
