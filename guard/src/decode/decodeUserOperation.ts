import { zeroAddress } from 'viem'
import type { KnownBox } from './decodeCall.js'
import { knownEntries } from './internal/entries.js'
import { visitOperation } from './internal/entryPoint.js'
import { recoverAuthorities } from './internal/recoverAuthorities.js'
import { Walker } from './internal/Walker.js'
import { isMap, readAddress, readHex } from './json.js'
import { malformed } from './malformed.js'
import type { Decoded } from './types.js'

/**
 * What an ERC-4337 user operation moves, on behalf of its account: `eth_sendUserOperation` of entry points 0.6 to 0.9.
 * Accepts any value, and refuses what is not a user operation.
 *
 * @param params - `userOperation` comes from outside; `sender`, `callData` and `eip7702Auth` of it are read.
 * @example
 * const userOperation = { sender, callData: '0x', nonce: '0x0' }
 * const { movements } = await decodeUserOperation({ chainId: 5042002, userOperation })
 */
export async function decodeUserOperation({ chainId, userOperation, boxes }: OperationToDecode): Promise<Decoded> {
  const sender = isMap(userOperation) ? readAddress(userOperation.sender) : undefined
  const callData = isMap(userOperation) ? readHex(userOperation.callData) : undefined
  if (!isMap(userOperation) || sender === undefined || callData === undefined)
    return malformed('The user operation is malformed.')
  const { eip7702Auth } = userOperation
  const authorizations = await recoverAuthorities(eip7702Auth == null ? [] : [eip7702Auth], sender)
  if (authorizations === undefined) return malformed('The authorization of the user operation is malformed.')
  const walker = new Walker(chainId, knownEntries(), boxes)
  // The entry point calls; it pays nothing.
  const call = { payer: sender, to: zeroAddress, value: 0n, data: callData, path: ['userOperation'] }
  walker.delegateAll(authorizations, sender)
  visitOperation(call, walker, { sender, callData })
  return walker.finish()
}

/** A user operation, and the chain it is for. */
export type OperationToDecode = {
  readonly chainId: number
  readonly userOperation: unknown
  /** As of {@link decodeCall}. */
  readonly boxes?: readonly KnownBox[] | undefined
}
