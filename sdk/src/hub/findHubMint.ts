import type { IssuerRequestOptions } from '../chain/issuerApi/options.js'
import { InvalidInputError } from '../errors/input.js'
import { askTransfer, isTransferId } from './internal/hubApi.js'
import type { HubTransferStatus } from './types.js'

/**
 * Asks once for the state of a spend. The `transferId` alone is enough, with no wallet.
 *
 * @returns `pending` also when the issuer did not answer, or does not know the id yet, which can take a few seconds.
 *   Neither means that money is lost.
 * @throws Only `InvalidInputError`, before any request, and the reason of the signal.
 * @example
 * const id = localStorage.getItem('transferId') ?? ''
 * const { state, mintTxHash } = await findHubMint({ transferId: id })
 */
export async function findHubMint(params: findHubMint.Parameters): Promise<HubTransferStatus> {
  const { transferId } = params
  if (!isTransferId(transferId))
    throw new InvalidInputError('transferId', 'The `transferId` is not an id that the Hub assigns.')
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
