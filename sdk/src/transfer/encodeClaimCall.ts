import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import { InvalidInputError } from '../errors/input.js'
import { normaliseSecret } from './claimSecret.js'
import { assertTransferId } from './internal/contract.js'

/**
 * Encodes a claim for another account to submit: a relayer, a bundler.
 *
 * Anyone who sees the result can claim, but only for the recorded recipient. Treat it as the secret it contains.
 *
 * @param code - As in `ClaimSecret.code`; other groupings are normalised.
 * @param salt - 32 bytes.
 * @param recipient - The address that the transfer must pay: the contract then refuses a claim that would pay another one.
 * @throws {@link InvalidInputError}
 * @example
 * const data = encodeClaimCall(42n, code, salt)
 */
export function encodeClaimCall(transferId: bigint, code: string, salt: Hex, recipient?: Address): Hex {
  assertTransferId(transferId)
  assertBytes32('salt', salt, { secret: true })
  const normalised = normaliseSecret(code)
  if (normalised === null) throw new InvalidInputError('code', 'The claim code is not 16 letters and digits.')
  const abi = protectedTransferAbi
  if (recipient === undefined)
    return encodeFunctionData({ abi, functionName: 'claim', args: [transferId, normalised, salt] })
  const args = [transferId, parseParty('recipient', recipient), normalised, salt] as const
  return encodeFunctionData({ abi, functionName: 'claimTo', args })
}
