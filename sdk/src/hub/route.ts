import { type Address, type Hex, pad, toHex, zeroHash } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import {
  type BridgeChainName,
  bridgeChainFacts,
  HUB_CHAIN_NAMES,
  type HubChainName,
  isHubChain,
} from '../chain/bridgeChains.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { HUB_MINTER, HUB_WALLET } from './constants.js'
import type { TransferSpec } from './internal/burnIntent.js'

/** What a spend moves, checked. */
export type HubRoute = {
  from: HubChainName
  to: HubChainName
  amount: bigint
  depositor: Address
  /** The depositor, or a delegate. */
  signer: Address
  recipient: Address
}

/**
 * Judges a spend before any request.
 *
 * @throws `UnknownBridgeChainError`, `InvalidInputError` and its subclasses.
 */
export function parseRoute(params: {
  from: HubChainName
  to: HubChainName
  amount: bigint
  depositor: Address
  signer?: Address | undefined
  recipient?: Address | undefined
}): HubRoute {
  const { from, to, amount } = params
  assertHubChain('from', from)
  assertHubChain('to', to)
  assertAmount(amount)
  const depositor = parseParty('depositor', params.depositor)
  const signer = params.signer === undefined ? depositor : parseParty('signer', params.signer)
  const recipient = params.recipient === undefined ? depositor : parseParty('recipient', params.recipient)
  const { usdc } = bridgeChainFacts(to)
  if ([HUB_WALLET, HUB_MINTER, usdc].some((contract) => contract === recipient))
    throw new InvalidAddressError('recipient', recipient, 'is a contract that could never give the money back')
  return { from, to, amount, depositor, signer, recipient }
}

/** @throws `UnknownBridgeChainError`; {@link InvalidInputError} for a bridge chain that the Hub does not serve. */
export function assertHubChain(parameter: string, name: BridgeChainName): asserts name is HubChainName {
  bridgeChainFacts(name)
  if (!isHubChain(name))
    throw new InvalidInputError(parameter, `The Hub does not serve \`${parameter}\`, "${name}".`, [
      `Hub chains: ${HUB_CHAIN_NAMES.join(', ')}`,
    ])
}

/** What is signed for a route. Anyone may mint for the recipient. */
export function transferSpecOf({ from, to, amount, depositor, signer, recipient }: HubRoute, salt: Hex): TransferSpec {
  const [source, destination] = [bridgeChainFacts(from), bridgeChainFacts(to)]
  return {
    version: 1,
    sourceDomain: source.domain,
    destinationDomain: destination.domain,
    sourceContract: word(HUB_WALLET),
    destinationContract: word(HUB_MINTER),
    sourceToken: word(source.usdc),
    destinationToken: word(destination.usdc),
    sourceDepositor: word(depositor),
    destinationRecipient: word(recipient),
    sourceSigner: word(signer),
    destinationCaller: zeroHash,
    value: amount,
    salt,
    hookData: '0x',
  }
}

/** 32 random bytes: what makes two equal transfers distinct. */
export function freshSalt(): Hex {
  return toHex(crypto.getRandomValues(new Uint8Array(32)))
}

/** An address as the issuer writes it: lower case, 32 bytes. */
function word(address: Address): Hex {
  // Still an address, which the type of text forgets.
  return pad(address.toLowerCase() as Address)
}
