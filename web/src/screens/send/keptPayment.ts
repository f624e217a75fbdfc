import type { JournalEntry } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import type { Address, Hex } from 'viem'

/** A payment or a payment link as it was reviewed. */
export type KeptPayment = Pick<ProtectedTransfer, 'to' | 'amount' | 'claimHash'> & {
  entry: string
  isLink: boolean
  account: Address
  chainId: number
  /** Of the terms; before they are registered, `terms` say it. */
  configId: Hex | undefined
  terms: Plan['terms']
  fromBlock: bigint
}

/** The recipient of an open transfer. viem's constant would load more of it. */
export const OPEN: Address = `0x${'0'.repeat(40)}`

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
  const { to = isLink ? OPEN : undefined, amount, claimHash, configId } = given
  if (typeof to !== 'string' || typeof amount !== 'bigint' || typeof claimHash !== 'string') return undefined
  const { account, chainId, terms, asOf } = plan
  return { entry: id, isLink, account, chainId, to, amount, claimHash, configId, terms, fromBlock: asOf.blockNumber }
}
