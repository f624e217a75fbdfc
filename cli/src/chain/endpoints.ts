import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import type { Context } from '../command/Context.js'
import { type Origin, readUrl, type Settings } from '../settings/settings.js'
import { findChain } from './chooseChain.js'

/**
 * The endpoint or explorer that is set for a chain. What is set without a chain is meant for that of the settings; of two
 * that are set in the same place, the chain's own wins.
 *
 * @returns `none` for an explorer that is said not to be there; undefined where nothing is set.
 */
export function readChainUrl(name: 'rpc' | 'explorer', chainId: number, settings: Settings): string | undefined {
  const own = `${name}.${chainId}` as const
  const chosen = findChain(settings.chain.value ?? '')
  const isChosen = chosen !== undefined && BRIDGE_CHAINS[chosen].chainId === chainId
  const rank = (one: typeof own | typeof name) => ranks.indexOf(settings[one]?.origin ?? 'default')
  if (!isChosen && settings[own] === undefined) return undefined
  const from = isChosen && rank(name) > rank(own) ? name : own
  return name === 'explorer' && settings[from]?.value === 'none' ? 'none' : readUrl(from, settings)
}

const ranks: readonly Origin[] = ['default', 'file', 'environment', 'option']

/** How one of the issuer's services is asked. */
export function issuerOptions({ settings, signal }: Context, service: 'attestation' | 'hub') {
  return { apiUrl: readUrl(service, settings), signal }
}
