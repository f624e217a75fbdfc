import { issuerContracts } from '@holdfast/contracts'
import { type Address, isAddressEqual } from 'viem'
import { parseParty } from '../../chain/address.js'
import { assertAmount } from '../../chain/amount.js'
import { type BridgeChainName, bridgeChainFacts } from '../../chain/bridgeChains.js'
import { InvalidAddressError, InvalidInputError } from '../../errors/input.js'

/** From where to where, and how much. */
export type RouteParameters = {
  /** The chain that is paid from. */
  from: BridgeChainName
  /** The chain where it arrives. */
  to: BridgeChainName
  /** USDC base units that arrive at least. */
  amount: bigint
}

/**
 * Judges a route before any request.
 *
 * @throws `UnknownBridgeChainError`, {@link InvalidInputError}, `InvalidAmountError`
 */
export function parseRoute({ from, to, amount }: RouteParameters) {
  const route = { source: bridgeChainFacts(from), destination: bridgeChainFacts(to) }
  if (from === to)
    throw new InvalidInputError('to', `\`from\` and \`to\` are both ${from}: there is nothing to bridge.`)
  assertAmount(amount)
  return route
}

/**
 * Refuses recipients from which money cannot be recovered: the zero address, the token, the issuer's own contracts.
 *
 * @throws {@link InvalidAddressError}
 */
export function parseRecipient(recipient: Address, to: BridgeChainName): Address {
  const address = parseParty('recipient', recipient)
  const contracts = [bridgeChainFacts(to).usdc, ...Object.values(issuerContracts)]
  if (contracts.some((contract) => isAddressEqual(contract, address)))
    throw new InvalidAddressError('recipient', address, "is one of the issuer's contracts, which would keep the money")
  return address
}
