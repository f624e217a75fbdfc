import type { ReadClient } from '../../chain/clients.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { BoxRefusedError } from '../../errors/shield.js'
import type { PrivatePayOutcome } from '../coSigner.js'
import { findPayment, type SearchOptions } from './events.js'
import type { Box } from './readBox.js'

/**
 * Whether a box that has moved on made exactly this payment: out of what it had spent before, to what that and the amount
 * make. What a box has spent only grows, so this tells a payment whose answer was lost from any other.
 *
 * @param spentBefore - What the box had spent when the payment was first tried.
 * @returns The payment's outcome; `undefined` while the box has spent nothing since.
 * @throws {@link BoxRefusedError} with code `already_spent` when it spent something else, `already_paid` when its
 *   transaction is not among the newest; `ChainUnavailableError`.
 */
export async function paidBefore(
  client: ReadClient,
  deployment: ChainDeployment,
  { account, spent }: Pick<Box, 'account' | 'spent'>,
  { amount, spentBefore }: { amount: bigint; spentBefore: bigint },
  options: SearchOptions,
): Promise<PrivatePayOutcome | undefined> {
  if (spent === spentBefore) return undefined
  if (spent < spentBefore + amount) throw new BoxRefusedError(account, 'already_spent')
  const txHash = await findPayment(client, deployment, { account, amount, spent: spentBefore + amount }, options)
  if (txHash !== undefined) return { ok: true, result: { account, txHash } }
  throw new BoxRefusedError(account, spent === spentBefore + amount ? 'already_paid' : 'already_spent')
}
