import type { ChainDeployment } from '../registry.js'
import type { GetJson } from './getJson.js'

/** The API that an explorer offers. */
export type ExplorerKind = ChainDeployment['explorerApiKind']

/**
 * What differs between the kinds of explorers, as far as every layer needs it. A layer that asks more of an explorer has a
 * table of its own by {@link ExplorerKind}; no code compares kinds.
 */
export type ExplorerAdapter = {
  /** Requests at a time that hosts of this kind answer without complaint. */
  maxConcurrent: number
  /** Base URL of the Etherscan-like calls. */
  legacyUrl: (apiUrl: string) => string
  /** Asks how far the explorer's index is. */
  readIndexedBlock: (apis: ExplorerApis, signal?: AbortSignal) => Promise<IndexedBlock>
}

/** The calls of one explorer. */
export type ExplorerApis = {
  /** Below the base URL; Blockscout's REST API. */
  rest: GetJson
  /** Etherscan-like calls, which both kinds offer. */
  legacy: GetJson
}

/** How far an explorer is. */
export type IndexedBlock = {
  /** Newest block in its index. */
  block: bigint
  /** False while it is still filling in older blocks. */
  finished: boolean
}
