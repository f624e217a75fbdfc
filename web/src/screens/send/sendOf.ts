import type { JournalEntry } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'
import type { Address, Hex } from 'viem'

/** The payment that a row of the journal was made for. */
export type KeptSend = {
  account: Address
  chainId: number
  to: Address
  amount: bigint
  claimHash: Hex
  fromBlock: bigint
}

/** Reads the payment of a row; `undefined` for a row of anything else. */
export function sendOf({ operation, params }: Pick<JournalEntry, 'operation' | 'params'>): KeptSend | undefined {
  if (operation !== 'executePlan') return undefined
  // What `useExecutePlan` has kept of its variables.
  const plan = params.plan as Plan | undefined
  if (plan?.operation !== 'sendProtected') return undefined
  // The operation says which parameters these are, where this version has written the row.
  const { to, amount, claimHash } = (plan.params ?? {}) as Partial<Plan<'sendProtected'>['params']>
  if (to === undefined || amount === undefined || claimHash === undefined || plan.asOf === undefined) return undefined
  return { account: plan.account, chainId: plan.chainId, to, amount, claimHash, fromBlock: plan.asOf.blockNumber }
}
