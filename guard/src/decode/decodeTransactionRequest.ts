import type { Address } from 'viem'
import { decodeCall, type KnownBox } from './decodeCall.js'
import { readRequest } from './internal/readRequest.js'
import { recoverAuthorities } from './internal/recoverAuthorities.js'
import { malformed } from './malformed.js'
import type { Decoded } from './types.js'

/**
 * {@link decodeCall} of what `eth_sendTransaction`, `eth_signTransaction`, `eth_estimateGas` or `eth_call` gets as its first
 * parameter. Takes anything, and refuses what is not a request.
 *
 * @param params - `request` comes from outside: one for another chain than `chainId` is refused, and so are `data` and
 * `input` that differ.
 * @returns Also the sender; undefined where the request names none, and then nothing is decoded.
 * @example
 * const request = { from: sender, to: recipient, value: '0xde0b6b3a7640000' }
 * const { from, movements } = await decodeTransactionRequest({ chainId: 5042002, request })
 */
export async function decodeTransactionRequest({
  chainId,
  request,
  boxes,
}: RequestToDecode): Promise<Decoded & { readonly from: Address | undefined }> {
  const read = readRequest(request)
  if (read === undefined) return { ...malformed('The transaction request is malformed.'), from: undefined }
  const { from } = read
  if (from === undefined) return { movements: [], notes: [], from }
  if (read.chainId !== undefined && read.chainId !== BigInt(chainId))
    return { ...malformed(`The transaction is for chain ${read.chainId}.`, 'other_chain'), from }
  const authorizations = await recoverAuthorities(read.authorizationList, from)
  if (authorizations === undefined)
    return { ...malformed('The transaction has too many authorizations, or a malformed one.'), from }
  return { ...decodeCall({ ...read, chainId, from, authorizations, boxes }), from }
}

/** A request as it comes over JSON-RPC, and the chain it is for. */
export type RequestToDecode = {
  readonly chainId: number
  readonly request: unknown
  /** As of {@link decodeCall}. */
  readonly boxes?: readonly KnownBox[] | undefined
}
