import { type Hex, zeroAddress } from 'viem'
import type { KnownBox } from './decodeCall.js'
import { delegating, visitOperation } from './internal/accounts/entryPoint.js'
import { recoverAuthorities } from './internal/recoverAuthorities.js'
import { knownEntries } from './internal/walk/entries.js'
import { Walker } from './internal/walk/Walker.js'
import { isMap, readAddress, readHex } from './json.js'
import { malformed } from './malformed.js'
import type { Decoded } from './types.js'

/**
 * What an ERC-4337 user operation moves, on behalf of its account: `eth_sendUserOperation` of entry points 0.6 to 0.9.
 * Accepts any value, and refuses what is not a user operation.
 *
 * @param params - `userOperation` comes from outside; `sender`, `callData`, `eip7702Auth` and what sets the account up are read.
 * @example
 * const userOperation = { sender, callData: '0x', nonce: '0x0' }
 * const { movements } = await decodeUserOperation({ chainId: 5042002, userOperation })
 */
export async function decodeUserOperation({ chainId, userOperation, boxes }: OperationToDecode): Promise<Decoded> {
  const sender = isMap(userOperation) ? readAddress(userOperation.sender) : undefined
  const callData = isMap(userOperation) ? readHex(userOperation.callData) : undefined
  const initCode = isMap(userOperation) ? initCodeOf(userOperation) : undefined
  if (!isMap(userOperation) || sender === undefined || callData === undefined || initCode === undefined)
    return malformed('The user operation is malformed.')
  const { eip7702Auth } = userOperation
  const authorizations = await recoverAuthorities(eip7702Auth == null ? [] : [eip7702Auth], sender)
  if (authorizations === undefined) return malformed('The authorization of the user operation is malformed.')
  const walker = new Walker(chainId, knownEntries(), boxes)
  // The entry point calls; it pays nothing.
  const call = { payer: sender, to: zeroAddress, value: 0n, data: callData, path: ['userOperation'] }
  walker.delegateAll(authorizations, sender)
  visitOperation(call, walker, { sender, callData, initCode })
  return walker.finish()
}

/** A user operation, and the chain it is for. */
export type OperationToDecode = {
  readonly chainId: number
  readonly userOperation: unknown
  /** As of {@link decodeCall}. */
  readonly boxes?: readonly KnownBox[] | undefined
}

/** Packed, or as a factory and its data; undefined where it is malformed, or both are there and differ. */
function initCodeOf({ initCode, factory, factoryData }: Readonly<Record<string, unknown>>): Hex | undefined {
  const given = [readHex(initCode ?? '0x'), joined(readHex(factory ?? '0x'), readHex(factoryData ?? '0x'))]
  if (!given.every((one) => one !== undefined)) return undefined
  const [first = '0x', ...others] = new Set(given.filter((one) => one !== '0x'))
  return others.length === 0 ? first : undefined
}

function joined(factory: Hex | undefined, data: Hex | undefined): Hex | undefined {
  // The mark may be written without the zeros behind it.
  const marked = factory === '0x7702' ? delegating : factory
  return marked === undefined || data === undefined ? undefined : `0x${marked.slice(2)}${data.slice(2)}`
}
