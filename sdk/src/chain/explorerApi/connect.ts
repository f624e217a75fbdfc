import type { ExplorerApis } from './adapter.js'
import { type ChosenExplorer, chooseExplorer } from './chooseExplorer.js'
import { limiterOf } from './explorerState.js'
import { limitedFetch } from './limitedFetch.js'
import { openApis } from './openApis.js'
import type { ExplorerOptions } from './options.js'

/** An explorer and how it is queried. */
export type Explorer = ChosenExplorer &
  ExplorerApis & {
    maxPages: number
    /** How long one question may take: a request and the pause before its repetition. */
    patienceMs: number
  }

/** A longer answer is refused. A page of a thousand logs of ordinary size takes one hundredth of it. */
const maxAnswerBytes = 64 * 1024 * 1024

/**
 * Chooses the explorer that the options mean, and opens its APIs.
 *
 * @throws `InvalidInputError` on limits that allow nothing, or when there is no usable URL; `UnknownChainError`.
 */
export function connect(options: ExplorerOptions): Explorer {
  const { apiUrl: given, client, timeoutMs = 15_000, retryDelayMs = 700, maxPages = 200, fetchFn } = options
  const chainId = options.chainId ?? client?.chain?.id
  const chosen = chooseExplorer({ apiUrl: given, chainId, kind: options.kind, timeoutMs, maxPages })
  const limiter = limiterOf(chosen.apiUrl, chosen.adapter.maxConcurrent)
  const http = { timeoutMs, retryDelayMs, fetchFn: limitedFetch(fetchFn, maxAnswerBytes), limiter }
  return { ...chosen, ...openApis(chosen, http), maxPages, patienceMs: timeoutMs + retryDelayMs }
}
