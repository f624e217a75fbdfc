import type { Address, Hex } from 'viem'
import type { Authorization } from './internal/entry/Entry.js'
import { knownEntries } from './internal/walk/entries.js'
import { Walker } from './internal/walk/Walker.js'
import type { Decoded } from './types.js'

/**
 * What a call moves, to whom, and on whose behalf, however deep it is nested. Reads the calldata only: no chain is asked.
 *
 * Never throws on data, whatever the bytes. Bounded: 8 calls inside each other, 256 movements and wrapping calls, 128 KiB.
 *
 * @param call - `data` is `0x…`; `to` is left out where it creates a contract; `value` in base units of the chain's coin.
 * @example
 * const { movements, refusal } = decodeCall({ chainId: 5042002, from: sender, to: token, data: '0x' })
 */
export function decodeCall(call: CallToDecode): Decoded {
  const { chainId, from, to, value = 0n, data = '0x', authorizations = [], boxes } = call
  const walk = new Walker(chainId, knownEntries(), boxes)
  walk.start({ payer: from, to: to ?? undefined, value, data, path: [] })
  walk.delegateAll(authorizations, from)
  return walk.finish()
}

/** A call as a wallet or a node gets it. */
export type CallToDecode = {
  readonly chainId: number
  /** Who calls: the account that signs. */
  readonly from: Address
  /** Left out where the call creates a contract. */
  readonly to?: Address | null | undefined
  /** In base units of the chain's coin, of which Arc's USDC has 18 decimals here. */
  readonly value?: bigint | undefined
  readonly data?: Hex | undefined
  /** Of an EIP-7702 transaction. */
  readonly authorizations?: readonly Authorization[] | undefined
  /** What is known of boxes: their code names token and target, calls of them do not. */
  readonly boxes?: readonly KnownBox[] | undefined
}

/** A box, and what it pays. */
export type KnownBox = { readonly box: Address; readonly token: Address; readonly target: Address }
