import type { Account, Address, Chain, Client, Transport } from 'viem'

/** A read client: any viem client will do, with or without a chain or methods of its own. */
export type ReadClient = Client<Transport, Chain | undefined>

/** A write client: a viem wallet client, whose account signs. */
export type WriteClient = Client<Transport, Chain | undefined, Account | undefined>

/** Read and write client of one chain. */
export type ClientPair = {
  publicClient: ReadClient
  walletClient: WriteClient
  /** Overrides the deployed transfer contract, for tests and alternative deployments. */
  contractAddress?: Address | undefined
}
