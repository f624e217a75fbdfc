import type { CodeClaim } from '@holdfast/sdk/links'
import type { Plan } from '@holdfast/sdk/plan'
import type { SignedClaim } from '@holdfast/sdk/transfer'
import type { Address, Hash } from 'viem'
import type { OpenWallet } from '../../command/Context.js'

/** Who submits a claim, and pays for it. */
export type ClaimWay = {
  /** What the network takes, and from whom, where the wallet does not pay. */
  network?: string
  /** The account that submits it; absent where the service does. */
  account?: Address
  /** What a claim for this recipient is planned with. */
  clientsFor: (recipient: Address) => OpenWallet
  /** Resolves to the transaction that paid the plan's recipient. */
  submit: (plan: ClaimPlan, claim: MadeClaim) => Promise<Hash>
}

/** A claim by code or by key. */
export type ClaimPlan = Plan<'claim'> | Plan<'claimWithKey'>

/** What opens a transfer, by its claim mode. */
export type MadeClaim = SignedClaim | CodeClaim
