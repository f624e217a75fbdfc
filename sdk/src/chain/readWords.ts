import type { Address, Hex } from 'viem'
import { concatHex, padHex, size, slice } from 'viem/utils'
import type { ReadClient } from './clients.js'
import { ethCall } from './ethCall.js'

/** First four bytes of the calls that {@link readWords} is used for: what a check reads should not weigh as much as an ABI. */
export const SELECTORS = {
  isVerifiedRecipient: '0x16b154ce',
  getTransfer: '0xc16fe907',
  configs: '0xce8f6078',
  balanceOf: '0x70a08231',
} as const

/**
 * Calls a view that takes and returns plain words.
 *
 * @param values - Addresses or numbers as hex, each shorter than a word or as long.
 * @returns The first words of what it returned.
 * @throws where the contract returned fewer.
 */
export async function readWords(
  client: ReadClient,
  contract: Address,
  view: keyof typeof SELECTORS,
  values: readonly Hex[],
  count: number,
): Promise<Hex[]> {
  const answer = await ethCall(client, { to: contract, data: encodeWords(view, values) })
  if (size(answer) < 32 * count) throw new Error(`The contract ${contract} answered \`${view}\` with ${answer}.`)
  return Array.from({ length: count }, (_, index) => slice(answer, 32 * index, 32 * index + 32))
}

/** The call that {@link readWords} makes. */
export function encodeWords(view: keyof typeof SELECTORS, values: readonly Hex[]): Hex {
  return concatHex([SELECTORS[view], ...values.map((value) => padHex(value, { size: 32 }))])
}
