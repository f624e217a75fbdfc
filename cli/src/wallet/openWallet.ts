import { chainIdOf, deploymentFor, endpointsByHealth, type ReadClient } from '@holdfast/sdk/chain'
import { createClient, fallback, http } from 'viem'
import type { OpenWallet } from '../command/Context.js'
import { type AccountSource, openAccount } from './openAccount.js'

/** The wallet beside a reader, on its chain and endpoints. */
export async function openWallet(publicClient: ReadClient, source: Omit<AccountSource, 'rpcUrl'>): Promise<OpenWallet> {
  const { chain } = publicClient
  const given = deploymentFor(await chainIdOf(publicClient))?.signingRpcUrls ?? chain?.rpcUrls.default.http ?? []
  const urls = await endpointsByHealth(given)
  const account = await openAccount({ ...source, rpcUrl: urls[0] ?? '' })
  const transport = fallback(urls.map((url) => http(url, { timeout: 10_000 })))
  return { publicClient, walletClient: createClient({ account, chain, transport }) }
}
