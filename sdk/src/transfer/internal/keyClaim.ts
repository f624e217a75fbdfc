import { type Address, type Hex, isHex, size } from 'viem'
import { parseParty } from '../../chain/address.js'
import type { Revert } from '../../chain/transaction/revert.js'
import { InvalidInputError } from '../../errors/input.js'
import { ClaimKeyInvalidError } from '../../errors/transfer.js'
import type { SignedClaim } from '../signClaim.js'
import { assertTransferId, transferRefusal } from './contract.js'

/**
 * Arguments of the calls that present a claim key's signature.
 *
 * @throws {@link InvalidInputError}
 */
export function claimCallArgs({ transferId, recipient, signature }: SignedClaim): [bigint, Address, Hex] {
  assertTransferId(transferId)
  const to = parseParty('recipient', recipient)
  if (!isHex(signature) || size(signature) !== 65)
    throw new InvalidInputError('signature', 'The signature of a claim is not 65 bytes of hex.')
  return [transferId, to, signature]
}

/** `transferRefusal`, for calls in which `InvalidSignature` means the claim key's. */
export function keyRefusal(transferId: bigint): (revert: Revert) => Error | undefined {
  return (revert) =>
    revert.errorName === 'InvalidSignature' ? new ClaimKeyInvalidError(transferId) : transferRefusal(transferId)(revert)
}
