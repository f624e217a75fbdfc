import type { Address, Hash } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { changeTransfer } from './internal/changeTransfer.js'
import { guardRelease, type ReleaseGuardOptions } from './internal/guardRelease.js'

/** How a release is guarded and followed. */
export type ReleaseOptions = ReleaseGuardOptions & WriteOptions

/**
 * Pays an open transfer under `KEY_RELEASE` to a recipient, at once. Sender only, until the deadline.
 *
 * The holder of the link has named the recipient, so the firewall judges it first, as for any payment. A recipient that is
 * released counts as verified.
 *
 * @returns Hash of the mined transaction that paid the recipient.
 * @throws Before anything is sent: {@link RiskBlockedError}, {@link TransferUnavailableError} (`not_sender`, `not_pending`,
 *   `not_open`, `wrong_claim_mode`, `expired`, `unknown`), what every write throws.
 * @example
 * const hash = await release(clients, 42n, recipient)
 */
export async function release(
  clients: ClientPair,
  transferId: bigint,
  recipient: Address,
  options: ReleaseOptions = {},
): Promise<Hash> {
  const { to } = await guardRelease(clients, transferId, recipient, options)
  const call = { functionName: 'release', args: [transferId, to] } as const
  return changeTransfer(clients, transferId, call, 'releasing', options)
}
