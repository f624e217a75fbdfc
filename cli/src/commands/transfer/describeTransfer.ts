import type { ReadClient } from '@holdfast/sdk/chain'
import { TransferUnavailableError } from '@holdfast/sdk/errors'
import type { Plan } from '@holdfast/sdk/plan'
import {
  getTransfer,
  isClaimKeyHash,
  isReturnable,
  MAX_CLAIM_ATTEMPTS,
  type ProtectedTransfer,
} from '@holdfast/sdk/transfer'
import { zeroAddress } from 'viem'
import type { OpenWallet, Plan as Shown } from '../../command/Context.js'
import { writeAmount } from '../../input/readAmount.js'
import type { Paint } from '../../io/writeText.js'

/** A transfer that was created. @throws TransferUnavailableError `unknown` */
export async function requireTransfer(publicClient: ReadClient, transferId: bigint): Promise<ProtectedTransfer> {
  const transfer = await getTransfer({ publicClient }, transferId)
  if (transfer.status === 'NONE') throw new TransferUnavailableError(transferId, 'unknown')
  return transfer
}

/** A transfer for a person, at a moment of the chain's clock. */
export function describeTransfer(transfer: ProtectedTransfer, now: Date, paint: Paint): string {
  const { transferId, sender, amount, deadline, configId } = transfer
  const attempts = describeAttempts(transfer)
  const rows = [
    ['from', sender],
    ['to', describePayee(transfer)],
    ['amount', writeAmount(amount)],
    ['deadline', deadline.toISOString()],
    ...(attempts === undefined ? [] : [['attempts', attempts]]),
    ['terms', configId],
  ]
  return [
    `Transfer ${transferId}  ${paint.bold(describeStatus(transfer, now))}`,
    ...rows.map(([label = '', value]) => `  ${paint.dim(label.padEnd(8))}  ${value}`),
  ].join('\n')
}

/** Its state, with what follows from the chain's clock. */
export function describeStatus(transfer: ProtectedTransfer, now: Date): string {
  return isReturnable(transfer, now) ? `${transfer.status}, past its deadline: it can be returned` : transfer.status
}

/** `undefined` where wrong codes are not counted: under a claim key. */
export function describeAttempts({ attempts, claimHash }: ProtectedTransfer): string | undefined {
  return isClaimKeyHash(claimHash) ? undefined : `${attempts} of ${MAX_CLAIM_ATTEMPTS} wrong codes`
}

/** Whom it pays. */
export function describePayee({ to }: ProtectedTransfer): string {
  return to === zeroAddress ? 'open: the holder of its key names the recipient' : to
}

/** What a plan says where locked money goes back to its sender; no claim takes a fee then. */
export async function describeReturn(
  { publicClient }: Pick<OpenWallet, 'publicClient'>,
  { payer, recipient, params: { transferId } }: Plan<'cancel' | 'reclaimExpired'>,
): Promise<{ parties: Shown['facts']; fee: Shown['facts'] }> {
  const transfer = await getTransfer({ publicClient }, transferId)
  return {
    parties: [
      ['from', `${payer}, where it is locked for ${describePayee(transfer)}`],
      ['to', `${recipient}, its sender`],
    ],
    fee: [],
  }
}
