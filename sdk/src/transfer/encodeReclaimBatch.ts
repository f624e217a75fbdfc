import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hex } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import { assertTransferId } from './internal/contract.js'

/** More would not fit the primary chain's gas limit for one transaction. */
export const MAX_RECLAIM_BATCH = 50

/** What the contract wants to have left before each return, so that none fails for want of gas. */
export const GAS_PER_RETURN = 250_000n

/**
 * Encodes the return of expired transfers in one call, for a sender of your own: a keeper, a multisig.
 *
 * @param transferIds - 1 to {@link MAX_RECLAIM_BATCH} ids.
 * @returns `data`, and in `minGas` the gas that the call needs at least, whatever an estimate says.
 * @throws {@link InvalidInputError}
 * @example
 * const { data, minGas } = encodeReclaimBatch([42n, 43n])
 */
export function encodeReclaimBatch(transferIds: readonly bigint[]): { data: Hex; minGas: bigint } {
  for (const transferId of transferIds) assertTransferId(transferId)
  if (transferIds.length === 0 || transferIds.length > MAX_RECLAIM_BATCH)
    throw new InvalidInputError(
      'transferIds',
      `A batch holds 1 to ${MAX_RECLAIM_BATCH} transfers, not ${transferIds.length}.`,
    )
  return {
    data: encodeFunctionData({
      abi: protectedTransferAbi,
      functionName: 'reclaimExpiredBatch',
      args: [transferIds],
    }),
    minGas: GAS_PER_RETURN * BigInt(transferIds.length + 1),
  }
}
