import type { Address, Hash } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ExplorerKind } from '../chain/explorerApi/adapter.js'
import { chooseExplorer } from '../chain/explorerApi/chooseExplorer.js'
import { openApis } from '../chain/explorerApi/openApis.js'
import type { ChainDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import { DataUnavailableError } from '../errors/risk.js'
import { classify } from './internal/classify.js'
import { readTransfers } from './internal/readTransfers.js'
import type { CleanHistory } from './types.js'

/**
 * Reads the token history of an address from the chain's explorer, and sorts out what was planted in it.
 *
 * Transfers of nothing and of unknown tokens go to `filtered`. Two kinds of real rows are marked with `suspect`, or go
 * there too with `strict`:
 *
 * - `DUST`: less than 1 USDC or EURC (of another allowed token, less than 0.00001) from an address never paid.
 * - `IMPOSTOR`: the other party shares seven characters or more, at both ends together, with the address itself, with
 *   one of `payees`, or with an address paid before.
 *
 * On the primary chain, payments in the native coin are among the USDC rows. Elsewhere the native coin is not read.
 *
 * @returns Every row read, once, newest first. `complete` is false where not all could be read: beyond `maxPages`, or
 *   because a later page failed.
 * @throws {@link DataUnavailableError} when there is no first page, or a row makes no sense: a malformed list is never
 *   returned as a shorter one. {@link InvalidInputError}, `InvalidAddressError`, `UnknownChainError` before any request,
 *   and the reason of `signal` when the caller gives up.
 * @example
 * const { entries, filtered, complete } = await getCleanHistory(account.address, { strict: true })
 * for (const { direction, amount, counterparty } of entries) console.log(direction, formatUsdc(amount), counterparty)
 * if (!complete) console.log('Older rows are missing.')
 * console.log(`${filtered.length} rows are hidden.`)
 */
export async function getCleanHistory(address: Address, options: GetCleanHistoryOptions = {}): Promise<CleanHistory> {
  const owner = parseAddress('address', address)
  const { timeoutMs = 15_000, retryDelayMs = 700, maxPages = 50, fetchFn, signal } = options
  const explorer = chooseExplorer({ ...options, timeoutMs, maxPages })
  const { chain, kind } = explorer
  const allowedTokens = options.allowedTokens?.map((token) => parseAddress('allowedTokens', token))
  const payees = (options.payees ?? []).map((payee) => parseAddress('payees', payee))
  signal?.throwIfAborted()
  try {
    const apis = openApis(explorer, { timeoutMs, retryDelayMs, fetchFn })
    const { rows, complete } = await readTransfers[kind](apis, chain, owner, { maxPages, signal })
    const judged = classify(rows, {
      address: owner,
      chain,
      allowedTokens: allowedTokens ?? defaultTokens(chain),
      payees,
      strict: options.strict ?? false,
      linkPayments: options.linkPayments ?? [],
    })
    return { ...judged, complete }
  } catch (error) {
    signal?.throwIfAborted()
    throw new DataUnavailableError(`reading the history of ${owner}`, error)
  }
}

/** What to read, and how to judge it. */
export type GetCleanHistoryOptions = {
  /** Base of the explorer's API: Blockscout's ends in `/api/v2`, an Etherscan-like one in `/api`. A query in it, such as
   * an API key, goes out with every request.
   * @default the registry's, for `chainId` */
  apiUrl?: string | undefined
  /** @default globalThis.fetch */
  fetchFn?: typeof fetch | undefined
  /** Contracts whose transfers are shown.
   * @default USDC and EURC of the chain */
  allowedTokens?: readonly Address[] | undefined
  /** @default the registry's chain with this `apiUrl`, else the primary chain */
  chainId?: number | undefined
  /** The API's language.
   * @default the registry's, for the chain */
  kind?: ExplorerKind | undefined
  /** Hides dust and impostors instead of marking them.
   * @default false */
  strict?: boolean | undefined
  /** Whom the address trusts beyond what this history shows: contacts, own accounts, recipients of protected transfers.
   * Never marked, and protected against imitation. */
  payees?: readonly Address[] | undefined
  /** Transactions of payments by link, of `findLinkPayments`: their rows with the transfer contract say so. */
  linkPayments?: readonly Hash[] | undefined
  /** Pages read of one list before the history counts as incomplete: of 50 rows on Blockscout, else of 1,000.
   * @default 50 */
  maxPages?: number | undefined
  /** Limit of each request, its retries included.
   * @default 15000 */
  timeoutMs?: number | undefined
  /** Wait before the first of three retries of a busy host; the n-th waits n times as long.
   * @default 700 */
  retryDelayMs?: number | undefined
  /** Gives up; the call then rejects with its reason. */
  signal?: AbortSignal | undefined
}

function defaultTokens({ tokens }: ChainDeployment): Address[] {
  return tokens.filter(({ symbol }) => symbol === 'USDC' || symbol === 'EURC').map((token) => token.address)
}
