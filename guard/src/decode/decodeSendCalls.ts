import type { Address } from 'viem'
import type { KnownBox } from './decodeCall.js'
import { readRequest } from './internal/readRequest.js'
import { knownEntries } from './internal/walk/entries.js'
import { Walker } from './internal/walk/Walker.js'
import { malformed } from './malformed.js'
import type { Decoded } from './types.js'

/**
 * What the calls of a batch move, as `wallet_sendCalls` (EIP-5792) receives it. If one call gives an allowance,
 * the addresses in a call that cannot be read count as payees, and a batch with such a call that names USDC is refused.
 *
 * @param batch - `from` is the payer: where a request names none, take the first of `eth_accounts`. `calls` may be any value;
 * expected are at most 256 objects with `to`, `value` and `data`.
 * @example
 * const { movements } = decodeSendCalls({ chainId: 5042002, from: sender, calls: [{ to: recipient, value: '0x1' }] })
 */
export function decodeSendCalls({ chainId, from, calls, boxes }: BatchToDecode): Decoded {
  if (!Array.isArray(calls)) return malformed('The batch has no list of calls.')
  if (calls.length > maxCalls) return malformed(`The batch has more than ${maxCalls} calls.`, 'too_many')
  const walker = new Walker(chainId, knownEntries(), boxes)
  for (const [index, one] of calls.entries()) {
    const call = readRequest(one)
    if (call === undefined) return malformed(`Call ${index} of the batch is malformed.`)
    if (call.chainId !== undefined && call.chainId !== BigInt(chainId))
      return malformed(`Call ${index} of the batch is for chain ${call.chainId}.`, 'other_chain')
    walker.start({ ...call, payer: from, path: [`calls[${index}]`] })
  }
  return walker.finish()
}

/** A batch as a wallet gets it. */
export type BatchToDecode = {
  readonly chainId: number
  readonly from: Address
  readonly calls: unknown
  /** As of {@link decodeCall}. */
  readonly boxes?: readonly KnownBox[] | undefined
}

const maxCalls = 256
