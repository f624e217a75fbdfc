import { type JournalEntry, useHoldfast } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'
import type { EphemeralPolicy } from '@holdfast/sdk/shield'
import { useQuery } from '@tanstack/react-query'
import { type Address, type Hex, isAddressEqual } from 'viem'

/** The operations on spending accounts that this page plans. */
const operations = [
  'announceStealthBox',
  'createEphemeral',
  'fundEphemeral',
  'settlePrivatePayment',
  'submitPull',
  'sweepToVault',
] as const
type BoxOperation = (typeof operations)[number]

/** One that was begun in this browser, and whose outcome is open. */
export type OpenBoxFlow = {
  entry: string
  plan: Plan<BoxOperation>
  /** Of one that is being created. */
  isNew: boolean
  /** Of one of a hidden address: what it is created from, and what was done of it. */
  draft: HiddenDraft | undefined
}

/** A spending account of a hidden address that can be created: kept before it is announced, since nothing else has its terms. */
export type HiddenDraft = {
  factory: Address
  salt: Hex
  policy: EphemeralPolicy
  announcement: { stealthAddress: Address; ephemeralPubKey: Hex; metadata: Hex }
  isAnnounced: boolean
}

/** Operations of an account on spending accounts whose outcome is open, newest first; `undefined` until the journal is read. */
export function useOpenBoxFlows(account: Address | undefined): readonly OpenBoxFlow[] | undefined {
  const { journal } = useHoldfast()
  const { data } = useQuery({
    queryKey: ['holdfast', 'journal', 'boxes'],
    networkMode: 'always',
    queryFn: async () => (await journal.list()).flatMap((row) => openFlowOf(row) ?? []),
  })
  return data?.filter(({ plan }) => account !== undefined && isAddressEqual(plan.account, account))
}

/** Reads the operation of a row; `undefined` for a row of anything else, and for one whose outcome is known. */
function openFlowOf(row: JournalEntry): OpenBoxFlow | undefined {
  const plan = boxPlanOf(row)
  if (plan === undefined) return undefined
  const { operation } = plan
  // What the page of a new spending account has kept.
  const kept = row.secret.draft as Omit<HiddenDraft, 'isAnnounced'> | undefined
  const isAnnounced = operation === 'createEphemeral' || (operation === 'announceStealthBox' && row.state === 'done')
  const draft = kept && { ...kept, isAnnounced }
  // One that is announced and not created goes on too.
  const isOpen = row.state === 'started' || (draft !== undefined && isAnnounced && !isCreated(row.state, operation))
  return isOpen
    ? { entry: row.id, plan, draft, isNew: draft !== undefined || operation === 'createEphemeral' }
    : undefined
}

function isCreated(state: JournalEntry['state'], operation: BoxOperation): boolean {
  return state === 'done' && operation === 'createEphemeral'
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
