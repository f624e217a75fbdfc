import { type Address, type Hash, type Hex, pad } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { bridgeChainByDomain } from '../../chain/bridgeChains.js'
import { assertBytes32 } from '../../chain/bytes32.js'
import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import type { BridgeMessage } from '../types.js'

/** Names a burn. */
export type BurnParameters = {
  /** `domain` of the chain that was paid from. */
  sourceDomain: number
  burnTxHash: Hash
  /** Whose mint is meant, where one transaction holds several burns. Default: the first. */
  recipient?: Address | undefined
}

/** Which burn, and which of a transaction's burns: a bundler puts many people's into one. */
export type Burn = {
  sourceDomain: number
  burnTxHash: Hash
  /** Default: the first. */
  isMeant?: ((message: BridgeMessage) => boolean) | undefined
}

/** @throws `UnknownBridgeChainError`, {@link InvalidInputError} and its subclasses. */
export function parseBurn({ sourceDomain, burnTxHash, recipient }: BurnParameters): Burn {
  if (!Number.isInteger(sourceDomain) || sourceDomain < 0 || sourceDomain >= 2 ** 32)
    throw new InvalidInputError(
      'sourceDomain',
      `\`sourceDomain\` is ${textOf(sourceDomain)}, not a domain of the Bridge.`,
    )
  // A chain id passed by mistake would be polled without end.
  bridgeChainByDomain(sourceDomain)
  assertBytes32('burnTxHash', burnTxHash)
  if (recipient === undefined) return { sourceDomain, burnTxHash }
  const wanted = toWord(parseAddress('recipient', recipient))
  return { sourceDomain, burnTxHash, isMeant: ({ mintRecipient }) => mintRecipient === wanted }
}

/** An address as the Bridge writes it: 32 bytes, in lower case. */
export function toWord(address: Address): Hex {
  // Still an address, which the type of text forgets.
  return pad(address.toLowerCase() as Address, { size: 32 })
}
