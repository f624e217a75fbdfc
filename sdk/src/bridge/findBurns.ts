import { type Address, type Hash, pad, toEventSelector } from 'viem'
import { parseParty } from '../chain/address.js'
import { type BridgeChainName, bridgeChainFacts } from '../chain/bridgeChains.js'
import type { ReadClient } from '../chain/clients.js'
import { eventDecoder, findEvent } from '../chain/logs/eventDecoder.js'
import { readLogs } from '../chain/logs/readLogs.js'
import type { ReadLogsOptions } from '../chain/logs/streamLogs.js'
import { BRIDGE_TOKEN_MESSENGER } from './constants.js'
import { messengerAbi } from './internal/contracts.js'

/** A burn as the source chain shows it. */
export type ChainBurn = {
  burnTxHash: Hash
  blockNumber: bigint
  /** USDC base units that were burned. */
  amount: bigint
  maxFee: bigint
  destinationDomain: number
  /** 32 bytes; an address is padded on the left. */
  mintRecipient: Hash
}

/**
 * Lists what a wallet has burned for the Bridge: the way back when even the burn's hash was lost.
 *
 * @param client - Reads the source chain.
 * @returns Oldest first.
 * @throws `UnknownBridgeChainError`, `InvalidAddressError`, `LogsIncompleteError`
 * @example
 * const burns = await findBurns(publicClient, { from: 'Arc_Testnet', depositor: sender, fromBlock: 54_000_000n })
 */
export async function findBurns(
  client: ReadClient,
  { from, depositor, fromBlock }: findBurns.Parameters,
  options: ReadLogsOptions = {},
): Promise<ChainBurn[]> {
  const { usdc } = bridgeChainFacts(from)
  const who = parseParty('depositor', depositor)
  const { logs } = await readLogs(
    client,
    {
      address: BRIDGE_TOKEN_MESSENGER,
      topics: [
        toEventSelector(findEvent(messengerAbi, 'DepositForBurn')),
        pad(usdc, { size: 32 }),
        pad(who, { size: 32 }),
      ],
      fromBlock,
      decode: ({ topics, data, transactionHash, blockNumber }) => {
        const burn = decodeBurn({ topics, data })
        if (burn === undefined || transactionHash === null || blockNumber === null) return undefined
        const { amount, maxFee, destinationDomain, mintRecipient } = burn
        const at = { burnTxHash: transactionHash, blockNumber: BigInt(blockNumber) }
        return { ...at, amount, maxFee, destinationDomain, mintRecipient }
      },
    },
    options,
  )
  return logs
}

export declare namespace findBurns {
  type Parameters = {
    /** The chain the client reads. */
    from: BridgeChainName
    /** The wallet that burned. */
    depositor: Address
    fromBlock: bigint
  }
}

const decodeBurn = /* @__PURE__ */ eventDecoder(messengerAbi, 'DepositForBurn')
