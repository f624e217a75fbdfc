import type { Account, Address, Chain, PublicClient, Transport, WalletClient } from 'viem'

/** A read client. Any viem public client will do, with or without a chain. */
export type ReadClient = PublicClient<Transport, Chain | undefined>

/** A write client: a viem wallet client, whose account signs. */
export type WriteClient = WalletClient<Transport, Chain | undefined, Account | undefined>

/** Read and write client of one chain. */
export type ClientPair = {
  publicClient: ReadClient
  walletClient: WriteClient
  /** Overrides the deployed transfer contract, for tests and alternative deployments. */
  contractAddress?: Address | undefined
}
