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
import { termsOf } from '../../transfer/configId.js'
import { feeOf } from '../../transfer/fee.js'
import { getConfig } from '../../transfer/getConfig.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import { isTerminal } from '../../transfer/status.js'
import type { ProtectedTransfer, SendProtectedParams } from '../../transfer/types.js'
import type { PlannedSend, PlanOperations } from '../operations.js'
import type { Facts, PlanContext } from './Definition.js'
import { lockedEffect, walletEffects } from './effects.js'

/** `from`: who pays, where another account submits what it has signed. Default: the connected account. */
type Signed = { from?: Address | undefined }

export async function describeSend(context: PlanContext, params: PlannedSend & Signed): Promise<Facts> {
  const { deployment } = context
  const { amount, from = context.account } = params
  const payer = parseAddress('from', from)
  const to = parseAddress('to', params.to)
  const [terms, effects] = await Promise.all([
    params.terms === undefined ? readTerms(context, params.configId) : termsOf(params.terms, deployment),
    walletEffects(context, [[payer, -amount]]),
  ])
  return {
    payer,
    recipient: payeeOf(to),
    amount,
    fee: feeOf(amount, terms.feeBps),
    terms,
    effects: [...effects, lockedEffect(context, amount)],
  }
}

export async function describeClaim(context: PlanContext, transferId: bigint, recipient: Address): Promise<Facts> {
  const { transfer, payee } = await requireClaimable(context, transferId, recipient)
  return describePayment(context, transfer, payee)
}

export async function describeClaims(
  context: PlanContext,
  { claims }: PlanOperations['claimWithKeyBatch']['params'],
): Promise<Facts> {
  const paid = await Promise.all(
    claims.map(async ({ transferId, recipient }) => {
      const { transfer, payee } = await requireClaimable(context, transferId, recipient)
      const { amount, sender, configId } = transfer
      const { feeBps, feeRecipient } = await readTerms(context, configId)
      return { amount, sender, payee, feeRecipient, fee: feeOf(amount, feeBps) }
    }),
  )
  const amount = sumOf(paid)
  const effects = await walletEffects(
    context,
    paid.flatMap(({ amount, fee, payee, feeRecipient }) => [
      [payee, amount - fee] as const,
      [feeRecipient, fee] as const,
    ]),
  )
  const senders = new Set(paid.map(({ sender }) => sender))
  const recipients = new Set(paid.map(({ payee }) => payee))
  return {
    payer: onlyOf(senders) ?? context.contract,
    recipient: onlyOf(recipients) ?? null,
    amount,
    fee: paid.reduce((sum, { fee }) => sum + fee, 0n),
    terms: null,
    effects: [...effects, lockedEffect(context, -amount)],
  }
}

/** The one address, where there is only one. */
const onlyOf = (addresses: ReadonlySet<Address>) => (addresses.size === 1 ? [...addresses][0] : undefined)

/** A transfer that can be claimed, for a recipient whom it can pay. */
async function requireClaimable(
  context: PlanContext,
  transferId: bigint,
  recipient: Address,
): Promise<{ transfer: ProtectedTransfer; payee: Address }> {
  const transfer = await requireTransfer(context, transferId, { isPast: false })
  if (transfer.status === 'LOCKED') throw new TransferLockedError(transferId)
  const payee = parseAddress('recipient', recipient)
  const { to } = transfer
  if (!isOpen(transfer) && !isAddressEqual(to, payee))
    throw new ClaimRecipientMismatchError(transferId, to, payee, isLookalike(to, payee))
  return { transfer, payee }
}

/** What it means when a transfer pays. */
export async function describePayment(
  context: PlanContext,
  transfer: ProtectedTransfer,
  recipient: Address,
): Promise<Facts> {
  const { sender, amount, configId } = transfer
  const terms = await readTerms(context, configId)
  const fee = feeOf(amount, terms.feeBps)
  const effects = await walletEffects(context, [
    [recipient, amount - fee],
    [terms.feeRecipient, fee],
  ])
  return { payer: sender, recipient, amount, fee, terms, effects: [...effects, lockedEffect(context, -amount)] }
}

export async function describeReturn(context: PlanContext, transferId: bigint, when: Conditions): Promise<Facts> {
  const { sender, amount, configId } = await requireTransfer(context, transferId, when)
  const [terms, effects] = await Promise.all([readTerms(context, configId), walletEffects(context, [[sender, amount]])])
  return {
    payer: context.contract,
    recipient: sender,
    amount,
    fee: 0n,
    terms,
    effects: [...effects, lockedEffect(context, -amount)],
  }
}

export async function describeReturns(
  context: PlanContext,
  transferIds: readonly bigint[],
  when: Conditions,
): Promise<Facts> {
  return returning(
    context,
    await Promise.all(transferIds.map((transferId) => requireTransfer(context, transferId, when))),
  )
}

/** What it means when transfers go back to their senders. */
export async function returning(context: PlanContext, transfers: readonly ProtectedTransfer[]): Promise<Facts> {
  const amount = sumOf(transfers)
  const effects = await walletEffects(
    context,
    transfers.map(({ sender, amount }) => [sender, amount] as const),
  )
  return {
    payer: context.contract,
    recipient: null,
    amount,
    fee: 0n,
    terms: null,
    effects: amount === 0n ? [] : [...effects, lockedEffect(context, -amount)],
  }
}

export async function describeBatch(
  context: PlanContext,
  { items, from = context.account }: { items: readonly BatchItem[] } & Signed,
): Promise<Facts> {
  const amount = sumOf(items)
  const payer = parseAddress('from', from)
  const [effects, fees] = await Promise.all([
    walletEffects(context, [[payer, -amount]]),
    Promise.all(items.map(async (item) => feeOf(item.amount, (await readTerms(context, item.configId)).feeBps))),
  ])
  return {
    payer,
    recipient: null,
    amount,
    fee: fees.reduce((sum, fee) => sum + fee, 0n),
    terms: null,
    effects: [...effects, lockedEffect(context, amount)],
  }
}

type BatchItem = Omit<SendProtectedParams, 'memo'>

export const sumOf = (items: readonly { amount: bigint }[]) => items.reduce((sum, { amount }) => sum + amount, 0n)

/** Who can act on a transfer, and on which side of its deadline, where that matters. */
type Conditions = { bySender?: boolean; isPast?: boolean }

/** What the contract would refuse is refused before the person is asked. */
export async function requireTransfer(
  { clients, account }: PlanContext,
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

export async function readTerms({ clients, contract }: PlanContext, configId: Hex) {
  const terms = await getConfig({ ...clients, contractAddress: contract }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  return terms
}

const isOpen = ({ to }: ProtectedTransfer) => isAddressEqual(to, zeroAddress)

export const payeeOf = (to: Address) => (isAddressEqual(to, zeroAddress) ? null : to)
