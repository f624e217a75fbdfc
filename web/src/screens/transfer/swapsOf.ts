import type { TransferDifference } from '@holdfast/sdk/errors'
import { configIdOf, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type KeptPayment, OPEN } from '../send/keptPayment.js'

/** The fields of a transfer that the person agreed to. The deadline, the claim mode and the fee are those of `configId`. */
export type Reviewed = Pick<ProtectedTransfer, TransferDifference>

/** What the person agreed to of a payment; `undefined` where an older version has kept less. */
export function reviewedOf({ account, terms, configId, ...payment }: KeptPayment): Reviewed | undefined {
  const id = configId ?? (terms ? configIdOf(account, terms) : undefined)
  return id && { ...payment, configId: id }
}

/** What the chain has in another way than the person agreed to. */
export function swapsOf(transfer: ProtectedTransfer, reviewed: Reviewed): readonly TransferDifference[] {
  // The claim of an open transfer records its recipient.
  const isNamed = reviewed.to === OPEN && transfer.status === 'CLAIMED'
  return fields.filter(
    (field) =>
      !(field === 'to' && isNamed) && String(transfer[field]).toLowerCase() !== String(reviewed[field]).toLowerCase(),
  )
}

const fields = ['to', 'amount', 'configId', 'claimHash'] as const satisfies readonly TransferDifference[]
