import type { Address, Hex } from 'viem'
import { getAddress, hexToBigInt, size, slice } from 'viem/utils'
import type { BoxCodeTerms } from './boxCode.js'

/** Words that `policy()` of a box returns: the owner hash and nine fields. */
export const POLICY_WORDS = 10

/**
 * Reads what `policy()` of a box returned. The answer alone proves nothing: `proveBox` proves that an account is a box.
 *
 * @returns Addresses checksummed; `undefined` for bytes that no box returns.
 * @example
 * const { data = '0x' } = await publicClient.call({ to: account.address, data: '0x0505c8c9' })
 * const terms = parsePolicyAnswer(data)
 * if (terms) console.log(terms.policy.target)
 */
export function parsePolicyAnswer(data: Hex): BoxCodeTerms | undefined {
  if (size(data) !== 32 * POLICY_WORDS) return undefined
  const word = (index: number) => slice(data, 32 * index, 32 * (index + 1))
  const number = (index: number) => hexToBigInt(word(index))
  if ([1, 2, 4].some((index) => number(index) >> 160n !== 0n)) return undefined
  if ([7, 8].some((index) => number(index) >> 40n !== 0n)) return undefined
  const mode = Number(number(9))
  if (mode !== 0 && mode !== 1) return undefined
  const address = (index: number): Address => getAddress(slice(word(index), 12))
  return {
    ownerHash: word(0),
    policy: {
      token: address(1),
      cosigner: address(2),
      vaultHash: word(3),
      target: address(4),
      maxAmount: number(5),
      perPullMax: number(6),
      expiry: Number(number(7)),
      interval: Number(number(8)),
      mode,
    },
  }
}
