import type { JournalEntry } from '@holdfast/react'
import type { Plan } from '@holdfast/sdk/plan'
import type { Address, Hex } from 'viem'

/** The payment link that a row of the journal was made for. */
export type KeptLink = {
  entry: string
  account: Address
  chainId: number
  amount: bigint
  claimHash: Hex
  fromBlock: bigint
}

/** Reads the payment link of a row; `undefined` for a row of anything else. */
export function keptLinkOf({
  id,
  operation,
  params,
}: Pick<JournalEntry, 'id' | 'operation' | 'params'>): KeptLink | undefined {
  if (operation !== 'executePlan') return undefined
  // What `useExecutePlan` has kept of its variables.
  const plan = params.plan as Plan | undefined
  if (plan?.operation !== 'createPaymentLink') return undefined
  // The operation says which parameters these are.
  const { claimHash } = plan.params as Plan<'createPaymentLink'>['params']
  const { account, chainId, amount } = plan
  return { entry: id, account, chainId, amount, claimHash, fromBlock: plan.asOf.blockNumber }
}
