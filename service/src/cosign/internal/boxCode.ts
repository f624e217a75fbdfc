import { type BoxPolicy, boxProxyOf } from '@holdfast/contracts'
import { type Address, checksumAddress, type Hex } from 'viem'

/** What a box carries: whose it is, and what it may spend. */
export type BoxTerms = { ownerHash: Hex; policy: BoxPolicy & { mode: 0 | 1 } }

/**
 * Reads the terms of a box from its code, where that is exactly the proxy (ERC-1167) of a known implementation with terms in
 * their one form behind it. Nothing else runs the code of a box, so no contract can pass itself off as one.
 *
 * @param code - Hex without its prefix, the first 256 bytes.
 * @param size - Of the whole code, in bytes.
 * @param implementations - Current and retired ones.
 * @returns `undefined` for any other code.
 */
export function parseBoxCode(code: string, size: number, implementations: readonly Address[]): BoxTerms | undefined {
  if (size !== short && size !== long) return undefined
  if (!implementations.some((implementation) => code.startsWith(boxProxyOf(implementation).slice(2)))) return undefined
  const field = (at: number, length: number) => code.slice((proxy + at) * 2, (proxy + at + length) * 2)
  const number = (at: number, length: number) => BigInt(`0x${field(at, length)}`)
  const address = (at: number) => checksumAddress(`0x${field(at, 20)}`)
  const isLong = size === long
  const highs = isLong ? ([number(151, 24), number(175, 24)] as const) : ([0n, 0n] as const)
  // The contracts leave the high parts out when both are zero.
  if (isLong && highs[0] === 0n && highs[1] === 0n) return undefined
  const mode = Number(number(134, 1))
  if (mode !== 0 && mode !== 1) return undefined
  return {
    ownerHash: `0x${field(0, 32)}`,
    policy: {
      vaultHash: `0x${field(32, 32)}`,
      token: address(64),
      cosigner: address(84),
      target: address(104),
      expiry: Number(number(124, 5)),
      interval: Number(number(129, 5)),
      mode,
      maxAmount: (highs[0] << 64n) | number(135, 8),
      perPullMax: (highs[1] << 64n) | number(143, 8),
    },
  }
}

/** Bytes of the proxy, and of the code of a box without and with the high parts of its amounts. */
const proxy = 45
const short = proxy + 151
const long = proxy + 199
