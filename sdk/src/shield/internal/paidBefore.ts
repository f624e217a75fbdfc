import type { ReadClient } from '../../chain/clients.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { BoxRefusedError } from '../../errors/shield.js'
import type { PrivatePayOutcome } from '../coSigner.js'
import { findPayment, type SearchOptions } from './events.js'
import type { Box } from './readBox.js'

/**
 * Checks whether a box has already made exactly this payment: the one that raised what it has spent from `spentBefore` to
 * `spentBefore + amount`. That total only grows, so a payment whose answer was lost cannot be confused with another one.
 *
 * @param spentBefore - What the box had spent when the payment was first tried.
 * @returns The payment's outcome; `undefined` if the box has spent nothing since.
 * @throws {@link BoxRefusedError} with code `already_spent` when it spent something else, `already_paid` when it made
 *   this payment, in a block before those that are searched; `ChainUnavailableError`.
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
