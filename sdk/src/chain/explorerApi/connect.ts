import type { ChainDeployment } from '../registry.js'
import { chooseExplorer } from './chooseExplorer.js'
import { gateOf } from './explorerState.js'
import { createGetJson, type GetJson, legacyApiUrl } from './getJson.js'
import { limitedFetch } from './limitedFetch.js'
import type { ExplorerOptions } from './options.js'

/** An explorer, ready to be asked. */
export type Explorer = {
  chain: ChainDeployment
  kind: 'blockscout' | 'etherscan'
  apiUrl: string
  maxPages: number
  /** REST calls; Blockscout only. */
  rest: GetJson
  /** Etherscan-like calls. */
  legacy: GetJson
}

/** A thousand logs of ordinary size take one hundredth of it. */
const maxAnswerBytes = 64 * 1024 * 1024

/**
 * Reads the options.
 *
 * @throws `InvalidInputError` on limits that allow nothing, or when there is no usable URL; `UnknownChainError`.
 */
export function connect(options: ExplorerOptions): Explorer {
  const { apiUrl: given, client, timeoutMs = 15_000, retryDelayMs = 700, maxPages = 200, fetchFn } = options
  const chainId = options.chainId ?? client?.chain?.id
  const { chain, kind, apiUrl } = chooseExplorer({ apiUrl: given, chainId, kind: options.kind, timeoutMs, maxPages })
  const http = { timeoutMs, retryDelayMs, fetchFn: limitedFetch(fetchFn, maxAnswerBytes), gate: gateOf(apiUrl, kind) }
  return {
    chain,
    kind,
    apiUrl,
    maxPages,
    rest: createGetJson(apiUrl, http),
    legacy: createGetJson(kind === 'etherscan' ? apiUrl : legacyApiUrl(apiUrl), http),
  }
}
