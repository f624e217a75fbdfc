import type { ReadClient } from '@holdfast/sdk/chain'
import { type Address, createClient, custom } from 'viem'
import type { OpenWallet } from '../command/Context.js'

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
