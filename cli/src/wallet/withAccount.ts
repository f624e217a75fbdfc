import type { ReadClient } from '@holdfast/sdk/chain'
import { type Address, createClient, custom, type LocalAccount } from 'viem'
import type { OpenWallet } from '../command/Context.js'

/** The same chain and endpoints with another account that signs. */
export function withAccount({ publicClient, walletClient }: OpenWallet, account: LocalAccount): OpenWallet {
  const { chain } = walletClient
  return { publicClient, walletClient: createClient({ account, chain, transport: custom(walletClient) }) }
}

/** Clients that plan for an account without its wallet, where a service submits: they can sign nothing. */
export function standIn(client: ReadClient, address: Address): OpenWallet {
  return {
    publicClient: client,
    walletClient: createClient({
      account: { address, type: 'json-rpc' },
      chain: client.chain,
      transport: custom({ request: client.request }),
    }),
  }
}
