import { type Address, encodeFunctionData, type Hex, isAddressEqual, type TransactionReceipt, zeroHash } from 'viem'
import { type BridgeChainName, bridgeChainFacts } from '../../chain/bridgeChains.js'
import { type EncodedEvent, eventDecoder } from '../../chain/logs/eventDecoder.js'
import type { Call } from '../../chain/transaction/execute.js'
import { usdcAbi } from '../../chain/usdc.js'
import { BurnNotFoundError } from '../../errors/bridge.js'
import { BRIDGE_TOKEN_MESSENGER, FORWARDING_HOOK } from '../constants.js'
import type { BridgeQuote } from '../types.js'
import { toWord } from './burn.js'
import { messengerAbi } from './contracts.js'

/** As in "while …". */
export const burning = 'burning USDC for the Bridge'

/** Lets the messenger take exactly what the burn takes. */
export function approveCall(from: BridgeChainName, total: bigint): Call {
  return {
    to: bridgeChainFacts(from).usdc,
    abi: usdcAbi,
    attempted: 'approving USDC for the Bridge',
    minGas: bridgeChainFacts(from).gas.floors?.approve,
    data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [BRIDGE_TOKEN_MESSENGER, total] }),
  }
}

/** What a burn is made of. */
export type BurnTerms = {
  from: BridgeChainName
  to: BridgeChainName
  recipient: Address
  quote: BridgeQuote
  finalityThreshold: number
}

/** Burns, and asks the issuer to mint: any caller may, since the forwarder's address is unknown to us. */
export function burnCall({ from, to, recipient, quote: { total, maxFee }, finalityThreshold }: BurnTerms): Call {
  return {
    to: BRIDGE_TOKEN_MESSENGER,
    abi: messengerAbi,
    attempted: burning,
    minGas: bridgeChainFacts(from).gas.floors?.burn,
    data: encodeFunctionData({
      abi: messengerAbi,
      functionName: 'depositForBurnWithHook',
      args: [
        total,
        bridgeChainFacts(to).domain,
        toWord(recipient),
        bridgeChainFacts(from).usdc,
        zeroHash,
        maxFee,
        finalityThreshold,
        FORWARDING_HOOK,
      ],
    }),
  }
}

/**
 * What a mined transaction burned.
 *
 * @throws {@link BurnNotFoundError} when it burned nothing of this sender's for this recipient.
 */
export function readBurn(
  { logs, transactionHash }: TransactionReceipt,
  { from, to, sender, recipient }: { from: BridgeChainName; to: BridgeChainName; sender: Address; recipient: Address },
): BridgeQuote {
  const burn = readBurns({ logs }, from).find(
    (one) =>
      one.mintRecipient === toWord(recipient) &&
      one.destinationDomain === bridgeChainFacts(to).domain &&
      isAddressEqual(one.sender, sender),
  )
  if (burn === undefined) throw new BurnNotFoundError(transactionHash)
  return { amount: burn.amount - burn.maxFee, maxFee: burn.maxFee, total: burn.amount }
}

/** A log, as a node or a client hands it out. */
export type ReadLog = EncodedEvent & { address: Address }

/** A burn as its chain shows it. Its mint must be of the same terms. */
export type BurnedTerms = {
  from: BridgeChainName
  destinationDomain: number
  sender: Address
  /** 32 bytes, in lower case. */
  mintRecipient: Hex
  /** USDC base units that were burned. */
  amount: bigint
  maxFee: bigint
}

/** All burns of USDC in one transaction, in their order. */
export function readBurns({ logs }: { logs: readonly ReadLog[] }, from: BridgeChainName): BurnedTerms[] {
  return logs.flatMap((log) => {
    const burn = isAddressEqual(log.address, BRIDGE_TOKEN_MESSENGER) ? decodeBurn(log) : undefined
    // The messenger burns other tokens, too.
    if (burn === undefined || !isAddressEqual(burn.burnToken, bridgeChainFacts(from).usdc)) return []
    const { destinationDomain, depositor: sender, mintRecipient, amount, maxFee } = burn
    return { from, destinationDomain, sender, mintRecipient, amount, maxFee }
  })
}

const decodeBurn = /* @__PURE__ */ eventDecoder(messengerAbi, 'DepositForBurn')
