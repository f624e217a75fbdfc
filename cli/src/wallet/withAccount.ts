import { createClient, custom, type LocalAccount } from 'viem'
import type { OpenWallet } from '../command/Context.js'

/** The same chain and endpoints with another account that signs. */
export function withAccount({ publicClient, walletClient }: OpenWallet, account: LocalAccount): OpenWallet {
  const { chain } = walletClient
  return { publicClient, walletClient: createClient({ account, chain, transport: custom(walletClient) }) }
}
