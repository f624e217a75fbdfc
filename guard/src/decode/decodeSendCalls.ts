import type { Address } from 'viem'
import type { KnownBox } from './decodeCall.js'
import { knownEntries } from './internal/entries.js'
import { readRequest } from './internal/readRequest.js'
import { Walker } from './internal/Walker.js'
import { malformed } from './malformed.js'
import type { Decoded } from './types.js'

/**
 * Every call of a batch, as `wallet_sendCalls` (EIP-5792) gets it. An allowance that one call gives counts against another
 * that cannot be read.
 *
 * @param batch - `from` is who pays: a request may name none, ask `eth_accounts` then. `calls` come from outside: objects
 * with `to`, `value` and `data`, at most 256.
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
