import type { JournalEntry } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'
import type { Address } from 'viem'

/** A payment whose outcome is open, and the page that goes on with it. */
export type Unfinished = { account: Address; amount: bigint; href: string }

/** Pages by the operation of the plan that was carried out. */
const pages: { readonly [operation in Plan['operation']]?: string } = {
  sendProtected: 'sending',
  createPaymentLink: 'link',
}

/** Reads the unfinished payment of a row of the journal; `undefined` for any other row. */
export function unfinishedOf({
  id,
  state,
  operation,
  params,
}: Omit<JournalEntry, 'secret' | 'progress'>): Unfinished | undefined {
  if (state !== 'started' || operation !== 'executePlan') return undefined
  // What `useExecutePlan` has kept of its variables.
  const plan = params.plan as Plan | undefined
  const page = plan && pages[plan.operation]
  if (plan === undefined || page === undefined) return undefined
  return { account: plan.account, amount: plan.amount, href: `#/${page}/${id}` }
}
