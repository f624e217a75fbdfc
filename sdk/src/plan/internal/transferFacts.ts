import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { chainTime } from '../../chain/chainTime.js'
import {
  ClaimRecipientMismatchError,
  TransferLockedError,
  TransferUnavailableError,
  UnknownConfigError,
} from '../../errors/transfer.js'
import { isLookalike } from '../../risk/grades/isLookalike.js'
import { feeOf } from '../../transfer/fee.js'
import { getConfig } from '../../transfer/getConfig.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import { termsOf } from '../../transfer/registerConfig.js'
import { isTerminal } from '../../transfer/status.js'
import type { ProtectedTransfer, SendProtectedParams } from '../../transfer/types.js'
import type { PlannedSend, PlanOperations } from '../operations.js'
import type { Facts, Scene } from './Definition.js'
import { lockedEffect, walletEffects } from './effects.js'

/** `from`: who pays, where another account submits what it has signed. Default: the connected account. */
type Signed = { from?: Address | undefined }

export async function describeSend(scene: Scene, params: PlannedSend & Signed): Promise<Facts> {
  const { deployment } = scene
  const { amount, from = scene.account } = params
  const payer = parseAddress('from', from)
  const to = parseAddress('to', params.to)
  const [terms, effects] = await Promise.all([
    params.terms === undefined ? readTerms(scene, params.configId) : termsOf(params.terms, deployment),
    walletEffects(scene, [[payer, -amount]]),
  ])
  return {
    payer,
    recipient: payeeOf(to),
    amount,
    fee: feeOf(amount, terms.feeBps),
    terms,
    effects: [...effects, lockedEffect(scene, amount)],
  }
}

export async function describeClaim(scene: Scene, transferId: bigint, recipient: Address): Promise<Facts> {
  const { transfer, payee } = await requireClaimable(scene, transferId, recipient)
  return describePayment(scene, transfer, payee)
}

export async function describeClaims(
  scene: Scene,
  { claims }: PlanOperations['claimWithKeyBatch']['params'],
): Promise<Facts> {
  const paid = await Promise.all(
    claims.map(async ({ transferId, recipient }) => {
      const { transfer, payee } = await requireClaimable(scene, transferId, recipient)
      const { amount, sender, configId } = transfer
      const { feeBps, feeRecipient } = await readTerms(scene, configId)
      return { amount, sender, payee, feeRecipient, fee: feeOf(amount, feeBps) }
    }),
  )
  const amount = sumOf(paid)
  const effects = await walletEffects(
    scene,
    paid.flatMap(({ amount, fee, payee, feeRecipient }) => [
      [payee, amount - fee] as const,
      [feeRecipient, fee] as const,
    ]),
  )
  const senders = new Set(paid.map(({ sender }) => sender))
  const recipients = new Set(paid.map(({ payee }) => payee))
  return {
    payer: onlyOf(senders) ?? scene.contract,
    recipient: onlyOf(recipients) ?? null,
    amount,
    fee: paid.reduce((sum, { fee }) => sum + fee, 0n),
    terms: null,
    effects: [...effects, lockedEffect(scene, -amount)],
  }
}

/** The one address, where there is only one. */
const onlyOf = (addresses: ReadonlySet<Address>) => (addresses.size === 1 ? [...addresses][0] : undefined)

/** A transfer that can be claimed, for a recipient whom it can pay. */
async function requireClaimable(
  scene: Scene,
  transferId: bigint,
  recipient: Address,
): Promise<{ transfer: ProtectedTransfer; payee: Address }> {
  const transfer = await requireTransfer(scene, transferId, { isPast: false })
  if (transfer.status === 'LOCKED') throw new TransferLockedError(transferId)
  const payee = parseAddress('recipient', recipient)
  const { to } = transfer
  if (!isOpen(transfer) && !isAddressEqual(to, payee))
    throw new ClaimRecipientMismatchError(transferId, to, payee, isLookalike(to, payee))
  return { transfer, payee }
}

/** What it means when a transfer pays. */
export async function describePayment(scene: Scene, transfer: ProtectedTransfer, recipient: Address): Promise<Facts> {
  const { sender, amount, configId } = transfer
  const terms = await readTerms(scene, configId)
  const fee = feeOf(amount, terms.feeBps)
  const effects = await walletEffects(scene, [
    [recipient, amount - fee],
    [terms.feeRecipient, fee],
  ])
  return { payer: sender, recipient, amount, fee, terms, effects: [...effects, lockedEffect(scene, -amount)] }
}

export async function describeReturn(scene: Scene, transferId: bigint, when: Conditions): Promise<Facts> {
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

export async function describeReturns(scene: Scene, transferIds: readonly bigint[], when: Conditions): Promise<Facts> {
  return returning(scene, await Promise.all(transferIds.map((transferId) => requireTransfer(scene, transferId, when))))
}

/** What it means when transfers go back to their senders. */
export async function returning(scene: Scene, transfers: readonly ProtectedTransfer[]): Promise<Facts> {
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
    effects: amount === 0n ? [] : [...effects, lockedEffect(scene, -amount)],
  }
}

export async function describeBatch(
  scene: Scene,
  { items, from = scene.account }: { items: readonly BatchItem[] } & Signed,
): Promise<Facts> {
  const amount = sumOf(items)
  const payer = parseAddress('from', from)
  const [effects, fees] = await Promise.all([
    walletEffects(scene, [[payer, -amount]]),
    Promise.all(items.map(async (item) => feeOf(item.amount, (await readTerms(scene, item.configId)).feeBps))),
  ])
  return {
    payer,
    recipient: null,
    amount,
    fee: fees.reduce((sum, fee) => sum + fee, 0n),
    terms: null,
    effects: [...effects, lockedEffect(scene, amount)],
  }
}

type BatchItem = Omit<SendProtectedParams, 'memo'>

export const sumOf = (items: readonly { amount: bigint }[]) => items.reduce((sum, { amount }) => sum + amount, 0n)

/** Who can act on a transfer, and on which side of its deadline, where that matters. */
type Conditions = { bySender?: boolean; isPast?: boolean }

/** What the contract would refuse is refused before the person is asked. */
export async function requireTransfer(
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

export async function readTerms({ clients, contract }: Scene, configId: Hex) {
  const terms = await getConfig({ ...clients, contractAddress: contract }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  return terms
}

const isOpen = ({ to }: ProtectedTransfer) => isAddressEqual(to, zeroAddress)

export const payeeOf = (to: Address) => (isAddressEqual(to, zeroAddress) ? null : to)
