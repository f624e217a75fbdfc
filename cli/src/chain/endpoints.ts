import { BRIDGE_CHAINS } from '@holdfast/sdk/chain'
import type { Context } from '../command/Context.js'
import { type Origin, readUrl, type Settings } from '../settings/settings.js'
import { findChain } from './chooseChain.js'

/**
 * The endpoint or explorer that is set for a chain. A setting without a chain id applies to the chain of the settings. If both
 * come from the same source, the one with the chain id wins.
 *
 * @returns `none` for an explorer that the settings switch off; undefined if nothing is set.
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

/** Options of requests to one of the issuer's services. */
export function issuerOptions({ settings, signal }: Context, service: 'attestation' | 'hub') {
  return { apiUrl: readUrl(service, settings), signal }
}
