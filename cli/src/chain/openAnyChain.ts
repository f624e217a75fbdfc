import { chainIdOf, deploymentFor, type ReadClient } from '@holdfast/sdk/chain'
import { createClient, defineChain, http } from 'viem'
import { usageFailure } from '../failure/CommandFailure.js'
import { readUrl } from '../settings/readUrl.js'
import type { Settings } from '../settings/settings.js'
import { openChain } from './openChain.js'

/**
 * A reader of the chain of the settings, also where the library does not know it: its id and endpoint are enough.
 *
 * @throws CommandFailure, WrongNetworkError, ChainUnavailableError
 */
export async function openAnyChain(settings: Settings): Promise<ReadClient> {
  const name = settings.chain.value ?? ''
  const id = /^[1-9][0-9]{0,14}$/.test(name) ? Number(name) : undefined
  if (id === undefined || deploymentFor(id) !== undefined) return openChain(settings)
  const rpcUrl = readUrl('rpc', settings)
  if (rpcUrl === undefined)
    throw usageFailure('no_endpoint', `holdfast knows no endpoint of chain ${id}.`, ['Name one with --rpc.'])
  const chain = defineChain({
    id,
    name: 'Chain',
    nativeCurrency: { name: 'native coin', symbol: 'native coins', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createClient({ chain, ccipRead: false, transport: http(rpcUrl, { timeout: 10_000 }) })
  await chainIdOf(client)
  return client
}
