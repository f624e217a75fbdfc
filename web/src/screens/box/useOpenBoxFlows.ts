import { type JournalEntry, useHoldfast } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'
import { useQuery } from '@tanstack/react-query'
import { type Address, isAddressEqual } from 'viem'

/** The operations on spending accounts that this page plans. */
const operations = ['createEphemeral', 'fundEphemeral', 'settlePrivatePayment', 'submitPull', 'sweepToVault'] as const
type BoxOperation = (typeof operations)[number]

/** One that was begun in this browser, and whose outcome is open. */
export type OpenBoxFlow = { entry: string; plan: Plan<BoxOperation> }

/** Operations of an account on spending accounts whose outcome is open, newest first. */
export function useOpenBoxFlows(account: Address | undefined): readonly OpenBoxFlow[] {
  const { journal } = useHoldfast()
  const { data = [] } = useQuery({
    queryKey: ['holdfast', 'journal', 'boxes'],
    networkMode: 'always',
    queryFn: async () => (await journal.list()).flatMap((row) => openFlowOf(row) ?? []),
  })
  return data.filter(({ plan }) => account !== undefined && isAddressEqual(plan.account, account))
}

/** Reads the operation of a row; `undefined` for a row of anything else, and for one whose outcome is known. */
function openFlowOf(row: Pick<JournalEntry, 'id' | 'operation' | 'params' | 'state'>): OpenBoxFlow | undefined {
  if (row.state !== 'started') return undefined
  const plan = boxPlanOf(row)
  return plan && { entry: row.id, plan }
}

/** The plan of an operation on a spending account that a row of the journal was made for. */
export function boxPlanOf({
  operation,
  params,
}: Pick<JournalEntry, 'operation' | 'params'>): Plan<BoxOperation> | undefined {
  if (operation !== 'executePlan') return undefined
  // What `useExecutePlan` has kept of its variables.
  const plan = params.plan as Plan | undefined
  // Its operation is one of these.
  return operations.some((one) => one === plan?.operation) ? (plan as Plan<BoxOperation>) : undefined
}
