import type { JournalEntry } from '@holdfast/react'
import type { TransferDifference } from '@holdfast/sdk/errors'
import type { Plan } from '@holdfast/sdk/plan'
import { configIdOf, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type Address, type Hex, zeroAddress } from 'viem'

/** A payment or a payment link as it was reviewed. */
export type KeptPayment = Reviewed & {
  entry: string
  isLink: boolean
  account: Address
  chainId: number
  fromBlock: bigint
}

/** The fields of a transfer that the person agreed to. The deadline, the claim mode and the fee are those of `configId`. */
export type Reviewed = Pick<ProtectedTransfer, TransferDifference>

/** Reads the payment that a row of the journal was made for; `undefined` for a row of anything else. */
export function keptPaymentOf({
  id,
  operation,
  params,
}: Pick<JournalEntry, 'id' | 'operation' | 'params'>): KeptPayment | undefined {
  if (operation !== 'executePlan') return undefined
  // What `useExecutePlan` has kept of its variables.
  const plan = params.plan as Plan | undefined
  const isLink = plan?.operation === 'createPaymentLink'
  if (plan?.asOf === undefined || !(isLink || plan.operation === 'sendProtected')) return undefined
  // The operation says which parameters these are, where this version has written the row.
  const given = (plan.params ?? {}) as Partial<Plan<'sendProtected'>['params']>
  const { to = isLink ? zeroAddress : undefined, amount, claimHash } = given
  const { account, chainId, terms } = plan
  const configId: Hex | undefined = given.configId ?? (terms ? configIdOf(account, terms) : undefined)
  if (to === undefined || amount === undefined || claimHash === undefined || configId === undefined) return undefined
  return { entry: id, isLink, account, chainId, to, amount, configId, claimHash, fromBlock: plan.asOf.blockNumber }
}

/** What the chain has in another way than the person agreed to. */
export function swapsOf(transfer: ProtectedTransfer, reviewed: Reviewed): readonly TransferDifference[] {
  // The claim of an open transfer records its recipient.
  const isNamed = reviewed.to === zeroAddress && transfer.status === 'CLAIMED'
  return fields.filter(
    (field) =>
      !(field === 'to' && isNamed) && String(transfer[field]).toLowerCase() !== String(reviewed[field]).toLowerCase(),
  )
}

const fields = ['to', 'amount', 'configId', 'claimHash'] as const satisfies readonly TransferDifference[]
