import type { JournalEntry } from '@holdfast/react'
import type { BridgeProgress } from '@holdfast/sdk/bridge'
import type { Plan, PlanOperation } from '@holdfast/sdk/plan'
import type { EphemeralPolicy } from '@holdfast/sdk/shield'
import { type Address, type Hash, type Hex, isAddress } from 'viem'

/** A row of the journal whose outcome is open: its page continues or closes it. */
export type OpenRow = {
  id: string
  plan: Plan
  /** Of its transactions, as far as a wallet has answered. */
  txHashes: readonly Hash[]
  /** The progress from which a transfer over the Bridge is resumed. */
  bridge: BridgeProgress | undefined
  /** Of a spend of the Hub. */
  transferId: string | undefined
  /** Of a hidden spending account: what it is created from, and the steps that are done. */
  draft: HiddenDraft | undefined
  /** The page that shows it. */
  href: string
  /** Whether it may have sent what a form would do again. */
  hasSent: (such: Such) => boolean
}

/** What a form would do. */
export type Such = {
  /** `undefined` where it sends nothing. */
  operation: PlanOperation | undefined
  account: Address | undefined
  /** `undefined` for any. */
  chainId?: number | undefined
  /** The spending account that it is about. */
  box?: Address | undefined
  /** The recipient of a payment. */
  to?: Address | undefined
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
 * The page of an open row, by operation. Operations without an entry have none: the chain accepts them only once, and the page of the
 * transfer or box shows the outcome.
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
  const page = plan && isReadable(plan) ? PAGES[plan.operation] : undefined
  if (plan === undefined || page === undefined || progress.isClosed === true) return undefined
  const { operation } = plan
  // Progress that the library has reported.
  const { bridge, transferId } = progress as { bridge?: BridgeProgress; transferId?: string }
  // What the page of a new spending account has kept.
  const kept = secret.draft as Omit<HiddenDraft, 'isAnnounced'> | undefined
  const isAnnounced = operation === 'createEphemeral' || (operation === 'announceStealthBox' && state === 'done')
  // One that is announced and not created can be continued too.
  const isToCreate = kept !== undefined && isAnnounced && !(state === 'done' && operation === 'createEphemeral')
  if (state !== 'started' && !isToCreate) return undefined
  if (!isBegun(plan, secret, bridge)) return undefined
  // A spend that the issuer has taken is on its way, and another one need not wait for that.
  const isTaken = operation === 'spendFromHub' && transferId !== undefined
  const isSent = !isTaken && mayBeSent(plan, txHashes, bridge)
  const burned = bridge?.burnTxHash && `/bridge/${bridge.from}/${bridge.burnTxHash}`
  return {
    id,
    plan,
    txHashes,
    hasSent: (such) => isSent && isSuch(plan, such),
    bridge,
    transferId,
    draft: kept && { ...kept, isAnnounced },
    href: `#${burned ?? page(plan, id)}`,
  }
}

/** The plan that a row has sent, or may have, whatever became of it since; `undefined` where it has sent nothing. */
export function sentPlanOf({ state, params, secret, progress, txHashes }: JournalEntry): Plan | undefined {
  // What `useExecutePlan` has kept of its variables, and what the library has reported.
  const [plan, bridge] = [params.plan as Plan | undefined, progress.bridge as BridgeProgress | undefined]
  if (plan === undefined || !isReadable(plan) || progress.isClosed === true) return undefined
  const isOpen = state === 'started' && isBegun(plan, secret, bridge)
  return state === 'done' || (isOpen && mayBeSent(plan, txHashes, bridge)) ? plan : undefined
}

/** Whether both pay the same recipient from the same account, whatever the amounts are: carrying out both may pay it twice. */
export function isAlike(one: Plan, other: Plan): boolean {
  return (
    one.operation === other.operation &&
    isSame(one.account, other.account) &&
    // The issuer sends a spend, of any network.
    (one.operation === 'spendFromHub' || one.chainId === other.chainId) &&
    isSame(one.recipient, String(other.recipient))
  )
}

/** Before it is signed there is no spend of the Hub, and before its fee is fixed no transfer over the Bridge. */
function isBegun({ operation }: Plan, secret: JournalEntry['secret'], bridge: BridgeProgress | undefined): boolean {
  if (operation === 'spendFromHub') return 'signed' in secret
  return operation !== 'bridgeFromWallet' || bridge !== undefined
}

/**
 * The last transaction moves the money, and an approval before it moves none. A wallet that was asked for it and never answered may
 * have sent it.
 */
function mayBeSent({ operation, steps }: Plan, txHashes: readonly Hash[], bridge: BridgeProgress | undefined): boolean {
  const left = steps.filter(({ kind }) => kind === 'transaction').length - txHashes.length
  return operation === 'spendFromHub' || bridge?.burnTxHash !== undefined || left < 2
}

/** Whether it has what the screens read. Another version, or another program, may have written it. */
function isReadable({ operation, steps, effects, amount, account, params }: Plan): boolean {
  const areLists = [steps, effects].every((list) => Array.isArray(list) && list.every((one) => Object(one) === one))
  if (!areLists || typeof amount !== 'bigint' || Object(params) !== params || !Object.hasOwn(PAGES, operation))
    return false
  // Some operations have them.
  const { account: box = account, owner = account } = params as { account?: unknown; owner?: unknown }
  return [account, box, owner].every((one) => typeof one === 'string' && isAddress(one, { strict: false }))
}

function isSuch({ operation, account, chainId, params }: Plan, such: Such): boolean {
  return (
    operation === such.operation &&
    isSame(account, such.account) &&
    (such.chainId === undefined || chainId === such.chainId) &&
    (such.box === undefined || ('account' in params && isSame(params.account, such.box))) &&
    (such.to === undefined || ('to' in params && isSame(params.to, such.to)))
  )
}

// Another version may have kept something else as an address.
const isSame = (a: unknown, b: string | undefined) => String(a).toLowerCase() === b?.toLowerCase()
