import type { Address, Hash } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import type { ExplorerApis, ExplorerKind } from '../chain/explorerApi/adapter.js'
import { chooseExplorer } from '../chain/explorerApi/chooseExplorer.js'
import { createGate } from '../chain/explorerApi/gate.js'
import { openApis } from '../chain/explorerApi/openApis.js'
import type { ChainDeployment } from '../chain/registry.js'
import { withDeadline } from '../chain/withDeadline.js'
import { InvalidInputError } from '../errors/input.js'
import type { HistoryRecord, SettledRecipient } from './history.js'
import type {
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './IDataProvider.js'
import { attempt } from './internal/attempt.js'
import { uniqueRecords } from './internal/extents.js'
import { type Findings, fact } from './internal/findings.js'
import { type HistoryAdapter, historyAdapters } from './internal/historyAdapters.js'
import { lagsBehind, maxHistoryLagBlocks } from './internal/lag.js'
import { countZeroLogs } from './internal/legacy/countZeroLogs.js'
import { payeesOf } from './internal/payees.js'
import { readSettledRecipients } from './internal/settledLogs.js'
import { findSigners, hashesToResolve, resolveRecords, withSigners } from './internal/signers.js'

/**
 * Reads histories from a chain's explorer: Blockscout, or an Etherscan-like API where the chain has nothing else.
 *
 * Payees are whoever got USDC, another payable token of the registry, or the chain's own coin. Pages are read until the
 * list ends or `maxPages` is reached, which makes the scan incomplete. Whatever cannot be read, or makes no sense,
 * rejects; nothing is ever returned as empty because a request failed.
 *
 * The history is compared with what the explorer itself counts, with how far it says it has indexed, and with the
 * chain's head where there is a `client`. What a host leaves out of a list and out of its counters alike cannot be
 * noticed.
 *
 * @example
 * const provider = new ExplorerDataProvider({ chainId: 84532 })
 * const { counterparties, complete } = await provider.getOutgoingCounterparties(sender)
 */
export class ExplorerDataProvider implements IDataProvider {
  readonly #chain: ChainDeployment
  readonly #adapter: HistoryAdapter
  readonly #apis: ExplorerApis
  readonly #maxPages: number
  readonly #retryDelayMs: number
  readonly #maxSignerLookups: number
  readonly #maxLagBlocks: number
  readonly #timeoutMs: number
  readonly #client: ReadClient | undefined

  /** @throws {@link UnknownChainError}, {@link InvalidInputError} when there is no usable URL. */
  constructor(options: ExplorerDataProviderOptions = {}) {
    const { timeoutMs = 15_000, retryDelayMs = 700, maxPages = 50, fetchFn, client } = options
    const chosen = chooseExplorer({ ...options, timeoutMs, maxPages })
    const { chain, kind, adapter } = chosen
    if (client?.chain && client.chain.id !== chain.id)
      throw new InvalidInputError('client', `The client is for chain ${client.chain.id}, the explorer for ${chain.id}.`)
    this.#chain = chain
    const { maxConcurrent = adapter.maxConcurrent } = options
    if (!(maxConcurrent >= 1)) throw new InvalidInputError('maxConcurrent', 'At least one request has to be allowed.')
    this.#client = client
    this.#timeoutMs = timeoutMs
    this.#maxLagBlocks = options.maxLagBlocks ?? maxHistoryLagBlocks
    this.#maxSignerLookups = options.maxSignerLookups ?? 100
    this.#maxPages = maxPages
    this.#retryDelayMs = retryDelayMs
    this.#adapter = historyAdapters[kind]
    this.#apis = openApis(chosen, { timeoutMs, retryDelayMs, fetchFn, gate: createGate(maxConcurrent) })
  }

  getOutgoingCounterparties(sender: Address, { signal }: DataProviderOptions = {}): Promise<CounterpartyScan> {
    const address = parseAddress('sender', sender)
    // A token whose issuer admits every holder himself is no way to pay.
    const tokens = this.#chain.tokens.filter(({ allowlisted }) => !allowlisted).map((token) => token.address)
    return attempt(`reading the payments of ${address}`, signal, async () => {
      const { readPayments } = this.#adapter
      const lists = await readPayments(this.#apis, this.#chain, address, tokens, this.#maxPages, signal)
      return payeesOf(address, tokens, lists)
    })
  }

  getAddressActivity(address: Address, { signal }: DataProviderOptions = {}): Promise<AddressActivity> {
    const subject = parseAddress('address', address)
    return attempt(`reading the activity of ${subject}`, signal, () =>
      this.#adapter.readActivity(this.#apis, subject, this.#retryDelayMs, signal),
    )
  }

  countZeroValueTransfers(from: Address, to: Address, { signal }: DataProviderOptions = {}): Promise<number> {
    const parties = { token: this.#chain.usdc, from: parseAddress('from', from), to: parseAddress('to', to) }
    return attempt(`looking for transfers of nothing from ${parties.from}`, signal, () =>
      countZeroLogs(this.#apis.legacy, parties, this.#maxPages, signal),
    )
  }

  /**
   * Everything the explorer tells about the sender: payments and receipts of every token and of the chain's coin, and
   * records of nothing. Signers come from the sender's own transactions; of what others have signed, those that decide
   * something are looked up one by one.
   */
  getHistory(
    sender: Address,
    { signal, fromBlock = 0n, target, withoutSigners }: HistoryOptions = {},
  ): Promise<HistoryReading> {
    const address = parseAddress('sender', sender)
    return attempt(`reading the history of ${address}`, signal, async () => {
      const scope = { fromBlock, maxPages: this.#maxPages, signal }
      const [findings, head] = await Promise.all([
        this.#adapter.readHistory(this.#apis, this.#chain, address, scope),
        fact(signal, () => this.#readHead(signal)),
      ])
      if (findings.failed === findings.asked) throw findings.shortfalls[0]
      const records = this.#toRecords(address, findings, fromBlock)
      const hashes = hashesToResolve(address, records, { target, limit: withoutSigners ? 0 : this.#maxSignerLookups })
      const { signers, failures } = await findSigners(hashes, this.#findSigner, signal)
      const missing = [
        ...findings.shortfalls,
        ...lagsBehind(findings, head, this.#maxLagBlocks),
        ...failures.slice(0, 1),
      ].map(sentence)
      const isWhole = findings.shortfalls.length + failures.length === 0 && findings.indexedTo !== undefined
      return {
        sender: address,
        records: withSigners(records, signers),
        complete: missing.length === 0,
        ...(isWhole && { extents: [{ chainId: this.#chain.id, fromBlock, toBlock: findings.indexedTo ?? 0n }] }),
        ...(missing.length > 0 && { missing }),
      }
    })
  }

  /** Out of the raw logs of the chain's transfer contract. */
  getSettledRecipients(sender: Address, { signal }: DataProviderOptions = {}): Promise<SettledRecipient[]> {
    const address = parseAddress('sender', sender)
    const scope = { fromBlock: 0n, maxPages: this.#maxPages, signal }
    return attempt(`reading whom protected transfers of ${address} have reached`, signal, () =>
      readSettledRecipients(this.#apis.legacy, this.#chain.transferContract, address, scope),
    )
  }

  /** Asks for at most `maxSignerLookups` transactions; the signers of the rest stay null. */
  resolveSigners(records: readonly HistoryRecord[], { signal }: DataProviderOptions = {}): Promise<HistoryRecord[]> {
    return attempt('looking for signers', signal, () =>
      resolveRecords(records, this.#maxSignerLookups, this.#findSigner, signal),
    )
  }

  readonly #findSigner = (hash: Hash, signal: AbortSignal | undefined): Promise<Address | null> =>
    this.#adapter.readSigner(this.#apis, hash, signal)

  #toRecords(sender: Address, { records, signers }: Findings, fromBlock: bigint): HistoryRecord[] {
    const { id, tokens } = this.#chain
    const known = new Set(tokens.filter(({ allowlisted }) => !allowlisted).map(({ address }) => address.toLowerCase()))
    const own = records.filter(
      // Who pays himself pays nobody.
      ({ from, to, blockNumber }) => blockNumber >= fromBlock && (from === sender) !== (to === sender),
    )
    return uniqueRecords(
      own.map((record) => ({
        ...record,
        chainId: id,
        canonical: record.token === null || known.has(record.token.toLowerCase()),
        signer: record.signer ?? signers.get(record.transactionHash) ?? null,
      })),
    )
  }

  async #readHead(signal: AbortSignal | undefined): Promise<bigint | undefined> {
    const client = this.#client
    if (client === undefined) return undefined
    const read = () => client.request({ method: 'eth_blockNumber' })
    return BigInt(await withDeadline(read, { timeoutMs: this.#timeoutMs, signal }))
  }
}

/** Which explorer is read, and how hard it is pressed. */
export type ExplorerDataProviderOptions = {
  /** Base of the API: Blockscout's ends in `/api/v2`, an Etherscan-like one in `/api`. A query in it, such as an API
   * key, goes out with every request.
   * @default the registry's, for `chainId` */
  apiUrl?: string | undefined
  /** Whose tokens count.
   * @default the registry's chain with this `apiUrl`, else the primary chain */
  chainId?: number | undefined
  /** The API's language.
   * @default the registry's, for the chain */
  kind?: ExplorerKind | undefined
  /** Limit of each request, its retries included.
   * @default 15000 */
  timeoutMs?: number | undefined
  /** Wait before the first of three retries of a busy host; the n-th waits n times as long.
   * @default 700 */
  retryDelayMs?: number | undefined
  /** Pages read of one list before the scan counts as incomplete. Blockscout has 50 rows on a page; an Etherscan-like
   * API 1,000, and shows ten pages at most.
   * @default 50 */
  maxPages?: number | undefined
  /** Requests at a time. A host that says 429 is left alone for as long as it asks, and asked again.
   * @default 12, so that a check waits once; 2 for an Etherscan-like API */
  maxConcurrent?: number | undefined
  /** Reads the chain's head, so that an explorer that lags behind is noticed by blocks and not only by its clock. */
  client?: ReadClient | undefined
  /** Blocks the explorer may be behind `client` before the history counts as incomplete.
   * @default 20 */
  maxLagBlocks?: number | undefined
  /** Transactions looked up one by one for their signer, per history.
   * @default 100 */
  maxSignerLookups?: number | undefined
  /** @default globalThis.fetch */
  fetchFn?: typeof fetch | undefined
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
