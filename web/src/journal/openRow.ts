import type { JournalEntry } from '@holdfast/react'
import type { BridgeProgress } from '@holdfast/sdk/bridge'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import type { EphemeralPolicy } from '@holdfast/sdk/shield'
import type { Address, Hash, Hex } from 'viem'

/** A row of the journal whose outcome is open: its page goes on with it, or closes it. */
export type OpenRow = {
  id: string
  plan: Plan
  /** Of its transactions, as far as a wallet has answered. */
  txHashes: readonly Hash[]
  /** What a transfer over the Bridge goes on from. */
  bridge: BridgeProgress | undefined
  /** Of a spend of the Hub. */
  transferId: string | undefined
  /** Of a hidden spending account: what it is created from, and what was done of it. */
  draft: HiddenDraft | undefined
  /** The page that shows it. */
  href: string
}

/** A spending account of a hidden address that can be created: kept before it is announced, since nothing else has its terms. */
export type HiddenDraft = {
  factory: Address
  salt: Hex
  policy: EphemeralPolicy
  announcement: { stealthAddress: Address; ephemeralPubKey: Hex; metadata: Hex }
  isAnnounced: boolean
}

const hub = () => '/hub'
const box = ({ chainId, params }: Plan) => `/box/${chainId}/${'account' in params ? params.account : ''}`
const boxes = () => '/boxes'

/**
 * By operation, the page of a row that is open. An operation that is missing is open on no page: the chain takes it once, and what it
 * is about shows what became of it.
 */
export const PAGES: { readonly [operation in PlanOperation]?: (plan: Plan, id: string) => string } = {
  sendProtected: (_, id) => `/sending/${id}`,
  createPaymentLink: (_, id) => `/link/${id}`,
  bridgeFromWallet: () => '/bridge',
  depositToHub: hub,
  spendFromHub: hub,
  initiateHubWithdrawal: hub,
  completeHubWithdrawal: hub,
  announceStealthBox: boxes,
  createEphemeral: boxes,
  fundEphemeral: box,
  settlePrivatePayment: box,
  submitPull: box,
  sweepToVault: box,
}

/** Reads what is open of a row; `undefined` where nothing is. */
export function openRowOf({ id, state, params, secret, progress, txHashes }: JournalEntry): OpenRow | undefined {
  // What `useExecutePlan` has kept of its variables.
  const plan = params.plan as Plan | undefined
  const page = plan && PAGES[plan.operation]
  if (plan === undefined || page === undefined || progress.isClosed === true) return undefined
  const { operation } = plan
  // What the library has handed out to be kept.
  const { bridge, transferId } = progress as { bridge?: BridgeProgress; transferId?: string }
  // What the page of a new spending account has kept.
  const kept = secret.draft as Omit<HiddenDraft, 'isAnnounced'> | undefined
  const isAnnounced = operation === 'createEphemeral' || (operation === 'announceStealthBox' && state === 'done')
  // One that is announced and not created goes on too.
  const isToCreate = kept !== undefined && isAnnounced && !(state === 'done' && operation === 'createEphemeral')
  if (state !== 'started' && !isToCreate) return undefined
  // Before it is signed there is no spend, and before its fee is fixed no transfer.
  if (operation === 'spendFromHub' && !('signed' in secret)) return undefined
  if (operation === 'bridgeFromWallet' && bridge === undefined) return undefined
  const burned = bridge?.burnTxHash && `/bridge/${bridge.from}/${bridge.burnTxHash}`
  return {
    id,
    plan,
    txHashes,
    bridge,
    transferId,
    draft: kept && { ...kept, isAnnounced },
    href: `#${burned ?? page(plan, id)}`,
  }
}
