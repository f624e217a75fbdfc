import type { ReadClient } from '../clients.js'
import type { ExplorerKind } from './adapter.js'

/** Which explorer is asked, and how patiently. */
export type ExplorerOptions = {
  /** @default the chain of `client`, else the registry's chain with this `apiUrl`, else the primary chain */
  chainId?: number | undefined
  /** Base of the API: Blockscout's ends in `/api/v2`, an Etherscan-like one in `/api`. A query in it, such as an API
   * key, goes out with every request.
   * @default the registry's, for the chain */
  apiUrl?: string | undefined
  /** The API's language.
   * @default the registry's, for the chain */
  kind?: ExplorerKind | undefined
  /** Tells where the chain's head is.
   * @default the registry's endpoints of the chain */
  client?: ReadClient | undefined
  /** Blocks that the explorer may be behind the chain and still be usable.
   * @default EXPLORER_MAX_LAG_BLOCKS */
  maxLagBlocks?: number | undefined
  /** Limit of each request, its retries included.
   * @default 15000 */
  timeoutMs?: number | undefined
  /** Wait before the first of three retries of a busy host; the n-th waits n times as long.
   * @default 700 */
  retryDelayMs?: number | undefined
  /** Requests for one list of logs, of up to 1,000 each, before the reading is given up.
   * @default 200 */
  maxPages?: number | undefined
  /** Where `maxPages` is too few, return what was read, with `complete: false`, instead of throwing.
   * @default false */
  allowIncomplete?: boolean | undefined
  /** @default the platform's `fetch`, at the time of the call */
  fetchFn?: typeof fetch | undefined
  signal?: AbortSignal | undefined
}
