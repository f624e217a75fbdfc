import type { Address, Hex } from 'viem'
import { knownEntries } from './internal/entries.js'
import { Walker } from './internal/Walker.js'
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
export function decodeCall({ chainId, from, to, value = 0n, data = '0x' }: CallToDecode): Decoded {
  const walk = new Walker(chainId, knownEntries())
  walk.start({ payer: from, to: to ?? undefined, value, data, path: [] })
  return walk.finish()
}

/** A call as a wallet or a node gets it. */
export type CallToDecode = {
  readonly chainId: number
  /** Who calls: the account that signs. */
  readonly from: Address
  readonly to?: Address | null | undefined
  readonly value?: bigint | undefined
  readonly data?: Hex | undefined
}
