import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import { PRIMARY_CHAIN_ID } from '../constants.js'
import { type ChainDeployment, deployedChainIds, requireDeployment } from '../registry.js'
import type { ExplorerAdapter, ExplorerKind } from './adapter.js'
import { blockscoutAdapter } from './blockscoutAdapter.js'
import { etherscanAdapter } from './etherscanAdapter.js'

/** Which explorer to read, as far as the caller said. */
export type ExplorerChoice = {
  apiUrl?: string | undefined
  chainId?: number | undefined
  kind?: ExplorerKind | undefined
  timeoutMs: number
  maxPages: number
}

/** An explorer, its chain, and the adapter for it. */
export type ChosenExplorer = {
  chain: ChainDeployment
  kind: ExplorerKind
  adapter: ExplorerAdapter
  apiUrl: string
}

/**
 * Completes the choice from the registry: the URL leads to the chain, the chain to the URL and its language.
 *
 * @throws {@link InvalidInputError} on limits that allow nothing, or when there is no usable URL; `UnknownChainError`.
 */
export function chooseExplorer({ apiUrl: given, chainId, kind, timeoutMs, maxPages }: ExplorerChoice): ChosenExplorer {
  if (!(Number(textOf(timeoutMs)) > 0))
    throw new InvalidInputError('timeoutMs', `A time limit of ${textOf(timeoutMs)} ms is not positive.`)
  if (!(Number.isInteger(maxPages) && maxPages > 0))
    throw new InvalidInputError('maxPages', `A cap of ${textOf(maxPages)} pages is not a positive whole number.`)
  const chain = requireDeployment(chainId ?? chainOf(given))
  const apiUrl = given ?? chain.explorerApi
  if (apiUrl === undefined || !/^https?:\/\//.test(apiUrl) || !URL.canParse(apiUrl))
    throw new InvalidInputError('apiUrl', `"${apiUrl}" is not the HTTP address of an explorer's API.`)
  const chosen = kind ?? chain.explorerApiKind
  return { chain, kind: chosen, adapter: adapters[chosen], apiUrl }
}

const adapters: Readonly<Record<ExplorerKind, ExplorerAdapter>> = {
  blockscout: blockscoutAdapter,
  etherscan: etherscanAdapter,
}

/** To read the tokens of another chain than the explorer's would find no payee, and so no lookalike of one. */
function chainOf(apiUrl: string | undefined): number {
  const isServed = (chainId: number) => isSameApi(apiUrl, requireDeployment(chainId).explorerApi)
  return deployedChainIds().find(isServed) ?? PRIMARY_CHAIN_ID
}

/** Whether a URL is the known one, whatever it says besides: a key, say, or a slash at the end. */
function isSameApi(given: string | undefined, known: string | undefined): boolean {
  if (given === undefined || known === undefined || !URL.canParse(given) || !URL.canParse(known)) return false
  const [one, other] = [new URL(given), new URL(known)]
  const path = ({ pathname }: URL) => pathname.replace(/\/+$/, '')
  const isAsked = [...other.searchParams].every(([name, value]) => one.searchParams.get(name) === value)
  return one.origin === other.origin && path(one) === path(other) && isAsked
}
