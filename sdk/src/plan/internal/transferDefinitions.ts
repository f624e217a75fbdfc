import { type Address, type Hex, isAddressEqual, zeroAddress, zeroHash } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { chainTime } from '../../chain/chainTime.js'
import type { ClientPair } from '../../chain/clients.js'
import {
  ClaimRecipientMismatchError,
  TransferLockedError,
  TransferUnavailableError,
  UnknownConfigError,
} from '../../errors/transfer.js'
import { isLookalike } from '../../risk/isLookalike.js'
import { cancel } from '../../transfer/cancel.js'
import { cancelBatch } from '../../transfer/cancelBatch.js'
import { claim } from '../../transfer/claim.js'
import { claimWithKey } from '../../transfer/claimWithKey.js'
import { feeOf } from '../../transfer/fee.js'
import { readConfig } from '../../transfer/getConfig.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import { approvePermit } from '../../transfer/permit.js'
import { reclaimExpired } from '../../transfer/reclaimExpired.js'
import { registerConfig, termsOf } from '../../transfer/registerConfig.js'
import { rekey } from '../../transfer/rekey.js'
import { release } from '../../transfer/release.js'
import { sendProtected } from '../../transfer/sendProtected.js'
import { sendProtectedBatch } from '../../transfer/sendProtectedBatch.js'
import { sendProtectedBatchWithAuthorization } from '../../transfer/sendProtectedBatchWithAuthorization.js'
import { sendProtectedBatchWithWitness } from '../../transfer/sendProtectedBatchWithWitness.js'
import { sendProtectedWithAuthorization } from '../../transfer/sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from '../../transfer/sendProtectedWithPermit.js'
import { sendProtectedWithWitness } from '../../transfer/sendProtectedWithWitness.js'
import { isTerminal } from '../../transfer/status.js'
import type { ProtectedTransfer, SendProtectedParams } from '../../transfer/types.js'
import type { PlannedSend } from '../operations.js'
import type { Definition, Facts, RunOptions, Scene } from './Definition.js'
import { lockedEffect, walletEffects } from './effects.js'
import { blankSignature } from './rehearse.js'

const sending: Definition<'sendProtected'> = {
  last: ['sendProtected'],
  sealed: [],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtected(clients, await underTerms(clients, params, options), { ...options, approve: true }),
  describe: describeSend,
}

const sendingWithPermit: Definition<'sendProtectedWithPermit'> = {
  last: ['sendProtectedWithPermit'],
  sealed: ['nonce', 'deadline', 'signature'],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtectedWithPermit(clients, await underPermit(clients, params, options), options),
  describe: describeSend,
}

const sendingWithAuthorization: Definition<'sendProtectedWithAuthorization'> = {
  last: ['sendProtectedWithAuthorization'],
  sealed: ['validBefore', 'signature'],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtectedWithAuthorization(clients, await underTerms(clients, params, options), options),
  describe: describeSend,
}

const sendingWithWitness: Definition<'sendProtectedWithWitness'> = {
  last: ['sendProtectedWithWitness'],
  sealed: ['nonce', 'deadline', 'signature'],
  blank: undefined,
  run: async (clients, params, options) =>
    sendProtectedWithWitness(clients, await underPermit(clients, params, options), options),
  describe: describeSend,
}

const claiming: Definition<'claim'> = {
  last: ['claimTo'],
  sealed: ['code', 'salt'],
  blank: { code: '0'.repeat(16), salt: zeroHash },
  run: (clients, { transferId, recipient }, options, { code, salt }) =>
    claim(clients, transferId, code, salt, { ...options, recipient }),
  describe: (scene, { transferId, recipient = scene.account }) => describeClaim(scene, transferId, recipient),
}

const claimingWithKey: Definition<'claimWithKey'> = {
  last: ['claimWithKey'],
  sealed: ['signature'],
  blank: { signature: blankSignature },
  run: (clients, { transferId, recipient }, options, { signature }) =>
    claimWithKey(clients, { transferId, recipient, signature }, options),
  describe: (scene, { transferId, recipient }) => describeClaim(scene, transferId, recipient),
}

const cancelling: Definition<'cancel'> = {
  last: ['cancel'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId }, options) => cancel(clients, transferId, options),
  describe: (scene, { transferId }) => describeReturn(scene, transferId, { bySender: true }),
}

const reclaiming: Definition<'reclaimExpired'> = {
  last: ['reclaimExpired'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId }, options) => reclaimExpired(clients, transferId, options),
  describe: (scene, { transferId }) => describeReturn(scene, transferId, { isPast: true }),
}

const rekeying: Definition<'rekey'> = {
  last: ['rekey'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId, newClaimHash }, options) => rekey(clients, transferId, newClaimHash, options),
  async describe(scene, { transferId }) {
    const transfer = await requireTransfer(scene, transferId, { bySender: true, isPast: false })
    const { sender, to, amount, configId } = transfer
    const terms = await readTerms(scene, configId)
    return { payer: sender, recipient: payeeOf(to), amount, fee: feeOf(amount, terms.feeBps), terms, effects: [] }
  },
}

const releasing: Definition<'release'> = {
  last: ['release'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferId, recipient }, options) => release(clients, transferId, recipient, options),
  async describe(scene, { transferId, recipient }) {
    const transfer = await requireTransfer(scene, transferId, { bySender: true, isPast: false })
    return describePayment(scene, transfer, parseAddress('recipient', recipient))
  },
}

const sendingBatch: Definition<'sendProtectedBatch'> = {
  last: ['sendProtectedBatch'],
  sealed: [],
  blank: undefined,
  run: (clients, { items }, options) => sendProtectedBatch(clients, items, { ...options, approve: true }),
  describe: describeBatch,
}

const sendingBatchWithAuthorization: Definition<'sendProtectedBatchWithAuthorization'> = {
  last: ['sendProtectedBatchWithAuthorization'],
  sealed: ['validBefore', 'signature'],
  blank: undefined,
  run: (clients, { items }, options) => sendProtectedBatchWithAuthorization(clients, items, options),
  describe: describeBatch,
}

const sendingBatchWithWitness: Definition<'sendProtectedBatchWithWitness'> = {
  last: ['sendProtectedBatchWithWitness'],
  sealed: ['nonce', 'deadline', 'signature'],
  blank: undefined,
  async run(clients, { items }, options) {
    const { onStep, onTransactionHash, timeoutMs, signal } = options
    await approvePermit(clients, sumOf(items), { onStep, onTransactionHash, timeoutMs, signal })
    return sendProtectedBatchWithWitness(clients, items, options)
  },
  describe: describeBatch,
}

const cancellingBatch: Definition<'cancelBatch'> = {
  last: ['cancelBatch'],
  sealed: [],
  blank: undefined,
  run: (clients, { transferIds }, options) => cancelBatch(clients, transferIds, options),
  describe: (scene, { transferIds }) => describeReturns(scene, transferIds, { bySender: true }),
}

/** Operations on protected transfers. */
export const transferDefinitions = {
  sendProtected: sending,
  sendProtectedWithPermit: sendingWithPermit,
  sendProtectedWithAuthorization: sendingWithAuthorization,
  sendProtectedWithWitness: sendingWithWitness,
  claim: claiming,
  claimWithKey: claimingWithKey,
  cancel: cancelling,
  rekey: rekeying,
  release: releasing,
  reclaimExpired: reclaiming,
  sendProtectedBatch: sendingBatch,
  sendProtectedBatchWithAuthorization: sendingBatchWithAuthorization,
  sendProtectedBatchWithWitness: sendingBatchWithWitness,
  cancelBatch: cancellingBatch,
}

/** The same send under an id of terms, which are registered first where they are not. */
async function underTerms<params extends PlannedSend>(
  clients: ClientPair,
  { terms, configId, ...fields }: params,
  { onStep, onTransactionHash, timeoutMs, signal }: RunOptions,
): Promise<Omit<params, 'terms' | 'configId'> & { configId: Hex }> {
  // `PlannedSend` has one of the two.
  if (terms === undefined) return { ...fields, configId: configId as Hex }
  const registered = await registerConfig(clients, terms, { onStep, onTransactionHash, timeoutMs, signal })
  return { ...fields, configId: registered.configId }
}

/** The same, and Permit2 may take the amount. */
async function underPermit(
  clients: ClientPair,
  params: PlannedSend,
  options: RunOptions,
): Promise<Omit<SendProtectedParams, 'memo'>> {
  const { onStep, onTransactionHash, timeoutMs, signal } = options
  const fields = await underTerms(clients, params, options)
  await approvePermit(clients, fields.amount, { onStep, onTransactionHash, timeoutMs, signal })
  return fields
}

async function describeSend(scene: Scene, params: PlannedSend): Promise<Facts> {
  const { account, deployment } = scene
  const { amount } = params
  const to = parseAddress('to', params.to)
  const [terms, effects] = await Promise.all([
    params.terms === undefined ? readTerms(scene, params.configId) : termsOf(params.terms, deployment),
    walletEffects(scene, [[account, -amount]]),
  ])
  return {
    payer: account,
    recipient: payeeOf(to),
    amount,
    fee: feeOf(amount, terms.feeBps),
    terms,
    effects: [...effects, lockedEffect(scene, amount)],
  }
}

async function describeClaim(scene: Scene, transferId: bigint, recipient: Address): Promise<Facts> {
  const transfer = await requireTransfer(scene, transferId, { isPast: false })
  if (transfer.status === 'LOCKED') throw new TransferLockedError(transferId)
  const payee = parseAddress('recipient', recipient)
  const { to } = transfer
  if (!isOpen(transfer) && !isAddressEqual(to, payee))
    throw new ClaimRecipientMismatchError(transferId, to, payee, isLookalike(to, payee))
  return describePayment(scene, transfer, payee)
}

/** What it means when a transfer pays. */
async function describePayment(scene: Scene, transfer: ProtectedTransfer, recipient: Address): Promise<Facts> {
  const { sender, amount, configId } = transfer
  const terms = await readTerms(scene, configId)
  const fee = feeOf(amount, terms.feeBps)
  const effects = await walletEffects(scene, [
    [recipient, amount - fee],
    [terms.feeRecipient, fee],
  ])
  return { payer: sender, recipient, amount, fee, terms, effects: [...effects, lockedEffect(scene, -amount)] }
}

async function describeReturn(scene: Scene, transferId: bigint, when: Conditions): Promise<Facts> {
  const { sender, amount, configId } = await requireTransfer(scene, transferId, when)
  const [terms, effects] = await Promise.all([readTerms(scene, configId), walletEffects(scene, [[sender, amount]])])
  return {
    payer: scene.contract,
    recipient: sender,
    amount,
    fee: 0n,
    terms,
    effects: [...effects, lockedEffect(scene, -amount)],
  }
}

async function describeReturns(scene: Scene, transferIds: readonly bigint[], when: Conditions): Promise<Facts> {
  const transfers = await Promise.all(transferIds.map((transferId) => requireTransfer(scene, transferId, when)))
  const amount = sumOf(transfers)
  const effects = await walletEffects(
    scene,
    transfers.map(({ sender, amount }) => [sender, amount] as const),
  )
  return {
    payer: scene.contract,
    recipient: null,
    amount,
    fee: 0n,
    terms: null,
    effects: [...effects, lockedEffect(scene, -amount)],
  }
}

async function describeBatch(scene: Scene, { items }: { items: readonly BatchItem[] }): Promise<Facts> {
  const amount = sumOf(items)
  const [effects, fees] = await Promise.all([
    walletEffects(scene, [[scene.account, -amount]]),
    Promise.all(items.map(async (item) => feeOf(item.amount, (await readTerms(scene, item.configId)).feeBps))),
  ])
  return {
    payer: scene.account,
    recipient: null,
    amount,
    fee: fees.reduce((sum, fee) => sum + fee, 0n),
    terms: null,
    effects: [...effects, lockedEffect(scene, amount)],
  }
}

type BatchItem = Omit<SendProtectedParams, 'memo'>

const sumOf = (items: readonly { amount: bigint }[]) => items.reduce((sum, { amount }) => sum + amount, 0n)

/** Who can act on a transfer, and on which side of its deadline, where that matters. */
type Conditions = { bySender?: boolean; isPast?: boolean }

/** What the contract would refuse is refused before the person is asked. */
async function requireTransfer(
  { clients, account }: Scene,
  transferId: bigint,
  { bySender = false, isPast }: Conditions,
): Promise<ProtectedTransfer> {
  const [transfer, now] = await Promise.all([getTransfer(clients, transferId), chainTime(clients.publicClient)])
  const { status, sender, deadline } = transfer
  const wasPassed = now * 1_000n > BigInt(deadline.getTime())
  if (status === 'NONE') throw new TransferUnavailableError(transferId, 'unknown')
  if (isTerminal(status)) throw new TransferUnavailableError(transferId, 'not_pending')
  if (bySender && !isAddressEqual(sender, account)) throw new TransferUnavailableError(transferId, 'not_sender')
  if (isPast !== undefined && isPast !== wasPassed)
    throw new TransferUnavailableError(transferId, isPast ? 'not_expired' : 'expired')
  return transfer
}

async function readTerms({ clients, contract }: Scene, configId: Hex) {
  const terms = await readConfig(clients.publicClient, contract, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  return terms
}

const isOpen = ({ to }: ProtectedTransfer) => isAddressEqual(to, zeroAddress)

const payeeOf = (to: Address) => (isAddressEqual(to, zeroAddress) ? null : to)
