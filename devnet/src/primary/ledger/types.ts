import type { Address, Hex } from 'viem'

/** A log as JSON-RPC gives it, with its block number also as a number to sort and search by. */
export type LedgerLog = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hex
  transactionHash: Hex
  transactionIndex: number
  logIndex: number
  timestamp: number
}

/** A move of the chain's coin inside a contract call. */
export type InternalTransfer = {
  index: number
  type: 'call' | 'create' | 'create2' | 'selfdestruct'
  from: Address
  to: Address
  value: bigint
  gas: Hex
  success: boolean
}

/** A mined transaction with all that is known about it. */
export type LedgerTransaction = {
  hash: Hex
  blockNumber: number
  blockHash: Hex
  index: number
  timestamp: number
  from: Address
  to: Address | null
  contractAddress: Address | null
  value: bigint
  success: boolean
  /** As anvil gave them, the receipt with the logs as the primary chain would have them. */
  transaction: RpcObject
  receipt: RpcObject
  logs: readonly LedgerLog[]
  internal: readonly InternalTransfer[]
  /** Contracts that came into being, also below the top level. */
  created: readonly Address[]
  revertData: Hex | undefined
}

/** A JSON-RPC object passed through, of which only some fields are read. */
export type RpcObject = { [field: string]: unknown }

/** Criteria of `eth_getLogs`, already resolved to numbers and lower case. */
export type LogQuery = {
  fromBlock: number
  toBlock: number
  addresses: readonly string[] | undefined
  /** Per position: undefined matches anything. */
  topics: readonly (readonly string[] | undefined)[]
}
