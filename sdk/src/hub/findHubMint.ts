import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { InvalidInputError } from '../errors/input.js'
import { askTransfer, isTransferId } from './internal/hubApi.js'
import type { HubTransferStatus } from './types.js'

/**
 * Asks once for the state of a spend. The `transferId` alone is enough, with no wallet.
 *
 * @returns `pending` also when the issuer gave no answer, or does not know the id: it may be a few seconds late. No answer
 *   of it means that money is lost.
 * @throws Only `InvalidInputError`, before any request, and the reason of the signal.
 * @example
 * const id = localStorage.getItem('transferId') ?? ''
 * const { state, mintTxHash } = await findHubMint({ transferId: id })
 */
export async function findHubMint(params: findHubMint.Parameters): Promise<HubTransferStatus> {
  const { transferId } = params
  if (!isTransferId(transferId))
    throw new InvalidInputError('transferId', 'The `transferId` is not one the Hub hands out.')
  try {
    return await askTransfer(transferId, params)
  } catch (error) {
    params.signal?.throwIfAborted()
    if (error instanceof InvalidInputError) throw error
    return { state: 'pending' }
  }
}

export declare namespace findHubMint {
  type Parameters = IssuerRequestOptions & { transferId: string }
}
