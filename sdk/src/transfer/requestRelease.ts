import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeFunctionData, type Hash, type Hex } from 'viem'
import type { ClientPair } from '../chain/clients.js'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { changeTransfer } from './internal/changeTransfer.js'
import { claimCallArgs, keyRefusal } from './internal/keyClaim.js'
import type { SignedClaim } from './signClaim.js'

/**
 * Asks the sender of an open transfer under `KEY_RELEASE` to release it to the recipient that the claim key has signed for.
 * Any account may submit it; it moves nothing.
 *
 * @param signed - Of `signClaim`.
 * @returns Hash of the mined transaction, whose `ReleaseRequested` the sender sees.
 * @throws Before anything is sent: {@link InvalidInputError}, {@link ClaimKeyInvalidError}, {@link TransferUnavailableError},
 *   {@link CallRefusedError} (`WrongClaimMode` for another claim mode, `RecipientRecorded` where nothing needs a release).
 * @example
 * const key = claimKeyFromLink(linkSecret)
 * const hash = await requestRelease(clients, await signClaim(key, { chainId: 5042002, transferId: 42n, recipient }))
 */
export function requestRelease(clients: ClientPair, signed: SignedClaim, options: WriteOptions = {}): Promise<Hash> {
  const { transferId } = signed
  const call = { functionName: 'requestRelease', args: claimCallArgs(signed) } as const
  return changeTransfer(clients, transferId, call, 'asking for the release of', options, keyRefusal(transferId))
}

/**
 * Encodes the request for another account to submit. It contains no secret.
 *
 * @throws {@link InvalidInputError}
 * @example
 * const key = claimKeyFromLink(linkSecret)
 * const data = encodeReleaseRequest(await signClaim(key, { chainId: 5042002, transferId: 42n, recipient }))
 */
export function encodeReleaseRequest(signed: SignedClaim): Hex {
  return encodeFunctionData({
    abi: protectedTransferAbi,
    functionName: 'requestRelease',
    args: claimCallArgs(signed),
  })
}
