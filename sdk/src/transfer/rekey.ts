import type { Hash, Hex } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { changeTransfer } from './internal/changeTransfer.js'

/**
 * Gives an open transfer a new claim code, clears its wrong guesses and unlocks it. Sender only, until the deadline,
 * which stays where it is.
 *
 * @param newClaimHash - From a fresh `generateClaimCode()`. The old one is allowed only while the right code was never
 *   sent: a claim that was submitted, even one that failed, has published it.
 * @returns Hash of the mined transaction.
 * @throws {@link TransferUnavailableError} (`not_sender`, `not_pending`, `expired`, `unknown`) before anything is sent.
 * @example
 * const { secret, claimHash } = generateClaimCode()
 * const hash = await rekey(clients, 42n, claimHash)
 */
export async function rekey(
  clients: ClientPair,
  transferId: bigint,
  newClaimHash: Hex,
  options: WriteOptions = {},
): Promise<Hash> {
  assertBytes32('newClaimHash', newClaimHash, { nonZero: true })
  return changeTransfer(
    clients,
    transferId,
    { functionName: 'rekey', args: [transferId, newClaimHash] },
    'setting a new code for',
    options,
  )
}
