import type { ReadClient } from '@holdfast/sdk/chain'
import { InvalidInputError } from '@holdfast/sdk/errors'
import { getChainId, getClient } from 'wagmi/actions'
import type { Config } from '../types.js'

/** The chain that is meant. */
export function chainOf(config: Config, chainId: number | undefined): number {
  return chainId ?? getChainId(config)
}

/** @throws `InvalidInputError` where the application's configuration has no such chain. */
export function readerOf(config: Config, chainId: number): ReadClient {
  const client = findReader(config, chainId)
  if (client === undefined)
    throw new InvalidInputError('chainId', `The configuration of wagmi has no chain with the id ${chainId}.`)
  return client
}

/** `undefined` where the application's configuration has no such chain. */
export function findReader(config: Config, chainId: number): ReadClient | undefined {
  return config.chains.some(({ id }) => id === chainId) ? getClient(config, { chainId }) : undefined
}
