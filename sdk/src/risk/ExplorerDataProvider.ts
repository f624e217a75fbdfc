import { issuerContracts } from '@holdfast/contracts'
import type { Address, Hash } from 'viem'
import { parseAddress } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import type { ExplorerApis, ExplorerKind } from '../chain/explorerApi/adapter.js'
import { chooseExplorer } from '../chain/explorerApi/chooseExplorer.js'
import { readHex } from '../chain/explorerApi/fields.js'
import type { GetJson } from '../chain/explorerApi/getJson.js'
import { createLimiter, type Limiter } from '../chain/explorerApi/limiter.js'
import { openApis } from '../chain/explorerApi/openApis.js'
import { readHead } from '../chain/readHead.js'
import type { ChainDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import type {
  ActivityOptions,
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  EvidenceOptions,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
import { lower } from './history/lower.js'
import type { HistoryRecord, SettledRecipient } from './history/SenderHistory.js'
import { attempt } from './internal/attempt.js'
import { createBlockReader } from './internal/blockReader.js'
import { payeesLike, readPairs } from './internal/evidence.js'
import { addRecords, uniqueRecords } from './internal/extents.js'
import {
  continueFindings,
  evidenceShortfall,
  type Fact,
  type Findings,
  fact,
  isSpare,
  type ListRead,
  type ListScope,
  type RawRecord,
  type TransactionRow,
} from './internal/findings.js'
import { findForwarded, findForwardingCalls } from './internal/forwards.js'
import { type HistoryAdapter, historyAdapters } from './internal/historyAdapters.js'
import { findFuture, lagsBehind, maxHistoryLagBlocks, settledBlock } from './internal/lag.js'
import { countZeroLogs } from './internal/legacy/countZeroLogs.js'
import { readMintRecipients } from './internal/mintLogs.js'
import { NamedLogs } from './internal/NamedLogs.js'
import { readPayees } from './internal/payees.js'
import { type Anchor, readHistory } from './internal/readHistory.js'
import { type Ask, createAsk } from './internal/rpcAsk.js'
import { isSystemEmitter } from './internal/rpcRecords.js'
import { readSettledRecipients } from './internal/settledLogs.js'
import {
  endsEarly,
  findMissingTransactions,
  gapIn,
  type NodeNonces,
  nonceAt,
  readNonces,
} from './internal/signedTransactions.js'
import { findSigners, hashesToResolve, resolveRecords, withSigners } from './internal/signers.js'

/**
 * Reads histories from a chain's explorer: Blockscout, or an Etherscan-like API where the chain has nothing else.
 *
 * Payees are the recipients of USDC, another payable token of the registry, or the chain's own coin. Pages are read until the
 * list ends or `maxPages` is reached, which makes the scan incomplete. Whatever cannot be read, or makes no sense,
 * rejects; nothing is ever returned as empty because a request failed.
 *
 * A history is compared with how far the explorer says it has indexed, and each plain payment in the sender's transactions
 * with the lists of transfers. With a `client` it is also compared with the chain's head and with the sender's nonce: a
 * history that lacks a transaction which the sender has signed is incomplete.
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
  readonly #maxRows: number | undefined
  readonly #retryDelayMs: number
  readonly #maxSignerLookups: number
  readonly #maxLagBlocks: number
  /** Decimals of the payable tokens. */
  readonly #tokens: ReadonlyMap<string, number>
  readonly #ask: Ask | undefined
  /** Blocks that others have filled are read one at a time: an answer may have tens of megabytes. */
  readonly #crowdedBlocks = createLimiter(1)
  readonly #client: ReadClient | undefined
  /** What senders had signed by the last settled block of their last whole reading, and their last transaction by then. */
  readonly #signed = new Map<Address, { block: bigint; nonce: number; last: Anchor | undefined }>()
  readonly #namedLogs: NamedLogs | undefined

  /** @throws {@link UnknownChainError}, {@link InvalidInputError} when there is no usable URL. */
  constructor(options: ExplorerDataProviderOptions = {}) {
    const { timeoutMs = 15_000, retryDelayMs = 700, maxPages = 50, limit = createLimiter, fetchFn, client } = options
    const chosen = chooseExplorer({ ...options, timeoutMs, maxPages })
    const { chain, kind, adapter } = chosen
    if (client?.chain && client.chain.id !== chain.id)
      throw new InvalidInputError('client', `The client is for chain ${client.chain.id}, the explorer for ${chain.id}.`)
    this.#chain = chain
    const { maxConcurrent = adapter.maxConcurrent } = options
    if (!(maxConcurrent >= 1)) throw new InvalidInputError('maxConcurrent', 'At least one request must be allowed.')
    const payable = chain.tokens.filter(({ allowlisted }) => !allowlisted)
    this.#tokens = new Map(payable.map(({ address, decimals }) => [lower(address), decimals]))
    this.#client = client
    this.#ask = client && createAsk(client, { limiter: limit(maxConcurrent), timeoutMs, retryDelayMs })
    this.#maxLagBlocks = options.maxLagBlocks ?? maxHistoryLagBlocks
    this.#maxSignerLookups = options.maxSignerLookups ?? 100
    this.#maxPages = maxPages
    this.#maxRows = options.maxRows
    this.#retryDelayMs = retryDelayMs
    this.#adapter = historyAdapters[kind]
    this.#apis = openApis(chosen, { timeoutMs, retryDelayMs, fetchFn, limiter: limit(maxConcurrent) })
    const settled = (toBlock: bigint) => settledBlock({ chainId: chain.id, toBlock })
    this.#namedLogs = this.#adapter.findsLogsByName ? new NamedLogs(this.#apis.legacy, settled) : undefined
  }

  getOutgoingCounterparties(sender: Address, { signal }: DataProviderOptions = {}): Promise<CounterpartyScan> {
    const address = parseAddress('sender', sender)
    const payer = lower(address)
    const scope = { fromBlock: 0n, maxPages: this.#maxPages, signal }
    return attempt(`reading the payments of ${address}`, signal, () =>
      readPayees(this.#adapter.paymentLists(this.#apis, payer), this.#chain, payer, scope),
    )
  }

  getAddressActivity(address: Address, { signal, seenBefore }: ActivityOptions = {}): Promise<AddressActivity> {
    const subject = parseAddress('address', address)
    const scope = { seenBefore, retryDelayMs: this.#retryDelayMs, signal }
    return attempt(`reading the activity of ${subject}`, signal, () =>
      this.#adapter.readActivity(this.#apis, subject, scope),
    )
  }

  countZeroValueTransfers(from: Address, to: Address, { signal }: DataProviderOptions = {}): Promise<number> {
    const parties = { token: this.#chain.usdc, from: parseAddress('from', from), to: parseAddress('to', to) }
    return attempt(`looking for transfers of nothing from ${parties.from}`, signal, () =>
      countZeroLogs(this.#apis.legacy, parties, this.#maxPages, signal),
    )
  }

  /**
   * Payments and receipts of the payable tokens and of the chain's coin, read whole, and the records of others that name
   * the target or a payee like it: however many records others have written, they do not make a history incomplete.
   * Without a target, the newest records of others. Signers come from the sender's own transactions; of what others have
   * signed, those that decide something are looked up one by one.
   */
  getHistory(
    sender: Address,
    { signal, fromBlock = 0n, target, withoutSigners, withoutEvidence, limits }: HistoryOptions = {},
  ): Promise<HistoryReading> {
    const address = lower(parseAddress('sender', sender))
    return attempt(`reading the history of ${address}`, signal, async () => {
      const own = { maxPages: this.#maxPages, maxRows: this.#maxRows }
      const scope = { fromBlock, ...own, ...limits, isLimited: limits !== undefined, signal }
      const asking = this.#readNode(address, fromBlock, signal)
      const [{ findings, gap, delegations }, about, node] = await Promise.all([
        this.#readWhole(address, scope, withoutEvidence === true, asking),
        withoutEvidence ? [] : this.#readAbout(address, target && [target], scope),
        asking,
      ])
      if (findings.failed === findings.asked) throw findings.shortfalls[0]
      const payments = this.#toRecords(address, findings, fromBlock)
      const alike = withoutEvidence || !target ? [] : payeesLike(target, address, payments)
      const [aboutAlike, forwards] = await Promise.all([
        alike.length > 0 ? this.#readAbout(address, alike, scope) : [],
        this.#readForwards(address, findings, payments, signal),
      ])
      const evidence = [...about, ...aboutAlike]
      const records = addRecords(payments, this.#toEvidence(address, evidence, findings.signers, scope))
      const hashes = hashesToResolve(address, records, { target, limit: withoutSigners ? 0 : this.#maxSignerLookups })
      const { signers, failures } = await findSigners(hashes, this.#findSigner, signal)
      const shortfalls = [
        ...findings.shortfalls,
        ...evidence.map(evidenceShortfall),
        forwards.shortfall,
        await this.#findFuture(findings.indexedTo, node),
      ].filter(isGiven)
      const missing = [
        ...shortfalls,
        ...lagsBehind(findings, node.head, this.#maxLagBlocks),
        ...[gap].filter(isGiven),
        ...failures.slice(0, 1),
      ].map(sentence)
      const { indexedTo } = findings
      const { value: head } = node.head
      // What came after the reading had begun may be in some lists only, although the explorer has it by now.
      const toBlock = indexedTo !== undefined && head !== undefined && head < indexedTo ? head : indexedTo
      const isWhole = shortfalls.length + failures.length === 0 && toBlock !== undefined
      if (missing.length === 0)
        this.#keepNonce(address, { ...findings, indexedTo: toBlock }, node.nonces?.value, delegations)
      return {
        sender,
        records: withSigners(records, signers),
        settled: forwards.value,
        complete: missing.length === 0,
        ...(isWhole && { extents: [{ chainId: this.#chain.id, fromBlock, toBlock }] }),
        ...(missing.length > 0 && { missing }),
      }
    })
  }

  getEvidence(
    sender: Address,
    { signal, target, alike = [], fromBlock = 0n }: EvidenceOptions = {},
  ): Promise<readonly HistoryRecord[]> {
    const address = lower(parseAddress('sender', sender))
    return attempt(`reading what others have recorded about ${address}`, signal, async () => {
      const scope = { fromBlock, maxPages: this.#maxPages, maxRows: this.#maxRows, signal }
      const lists = await this.#readAbout(address, target && [target, ...alike], scope)
      const shortfall = lists.map(evidenceShortfall).find(isGiven)
      if (shortfall !== undefined) throw shortfall
      return this.#toEvidence(address, lists, new Map(), scope)
    })
  }

  /** Out of the raw logs of the chain's transfer contract, and of the Bridge: to whom the sender has sent USDC elsewhere. */
  getSettledRecipients(sender: Address, { signal }: DataProviderOptions = {}): Promise<SettledRecipient[]> {
    const address = parseAddress('sender', sender)
    const scope = { fromBlock: 0n, maxPages: this.#maxPages, signal }
    const { transferContract, usdc } = this.#chain
    const burns = { messenger: issuerContracts.bridgeTokenMessenger, usdc, sender: address }
    return attempt(
      `reading whom protected transfers and bridge transfers of ${address} have reached`,
      signal,
      async () => {
        const lists = await Promise.all([
          readSettledRecipients(this.#logsAbout(address), transferContract, address, scope),
          readMintRecipients(this.#logsAbout(address), burns, scope),
        ])
        return lists.flat().map((recipient) => ({ ...recipient, chainId: this.#chain.id }))
      },
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

  #readAbout(
    sender: Address,
    others: readonly Address[] | undefined,
    scope: ListScope,
  ): Promise<ListRead<RawRecord>[]> {
    if (others) return readPairs(this.#logsAbout(sender), sender, others, scope)
    return this.#adapter.readOthers(this.#apis, this.#chain, sender, scope)
  }

  #logsAbout(sender: Address): GetJson {
    return this.#namedLogs?.about(lower(sender)) ?? this.#apis.legacy
  }

  /**
   * The sender's payments and receipts, and why some of them may be missing. The node may know a transaction that was mined after
   * the explorer had listed those before it: where nothing else is missing, what has come since is read once more.
   */
  async #readWhole(sender: Address, scope: ListScope, isAnnounced: boolean, asking: Promise<NodeWord>) {
    const lists = this.#adapter.listsOf(this.#apis, this.#chain, sender)
    const hasNode = this.#client !== undefined
    const { last } = this.#signedBefore(sender, scope.fromBlock) ?? {}
    const ask = this.#ask
    // Where USDC is the coin, the lists hold what no receipt shows, and no block has the gas for so many rows.
    const blocks = ask && !this.#chain.gasIsUsdc ? createBlockReader(ask, sender, scope.signal) : undefined
    const wanted = { ...scope, hasNode, blocks, crowdedBlocks: this.#crowdedBlocks }
    const listed = await this.#announced(isAnnounced ? sender : undefined, asking, (onIndexed) =>
      readHistory(lists, this.#chain, sender, { ...wanted, last, onIndexed }),
    )
    const { nonces } = await asking
    const delegations = new Map<number, bigint>()
    const gap = await this.#findGap(sender, listed, nonces, delegations, scope.signal)
    const isByTime =
      gap !== undefined && nonces?.value && endsEarly(sender, listed.transactions, nonces.value, delegations)
    if (!isByTime) return { findings: listed, gap, delegations }
    const newestListed = anchorIn(listed.transactions.filter(({ from }) => from === sender))
    const later = await readHistory(lists, this.#chain, sender, {
      ...wanted,
      fromBlock: newestListed?.fromBlock ?? scope.fromBlock,
      last: newestListed,
      onIndexed: () => {},
    })
    const findings = continueFindings(listed, later)
    return {
      findings,
      gap: await this.#findGap(sender, findings, nonces, delegations, scope.signal),
      delegations,
    }
  }

  /**
   * Lets readers of logs about a sender wait until a reading knows how far the explorer is. Only where they are asked by another
   * one who keeps what is read: for a single check their answers need no block to be kept up to. Blocks that the chain does not
   * have are not announced: what comes with them later would never be read.
   */
  async #announced(
    sender: Address | undefined,
    asking: Promise<NodeWord>,
    read: (onIndexed: (indexedTo: bigint | undefined) => void) => Promise<Findings>,
  ): Promise<Findings> {
    let tell: (indexedTo: bigint | undefined) => void = () => {}
    const indexed = new Promise<bigint | undefined>((resolve) => {
      tell = resolve
    })
    const existing = async () => {
      const [block, node] = await Promise.all([indexed, asking])
      return (node.head.shortfall ?? (await this.#findFuture(block, node))) === undefined ? block : undefined
    }
    const known = existing().catch(() => undefined)
    if (sender) this.#namedLogs?.expectIndexed(sender, known)
    try {
      return await read(tell)
    } finally {
      tell(undefined)
    }
  }

  /** What an earlier reading has settled, where this one begins right behind it. */
  #signedBefore(sender: Address, fromBlock: bigint) {
    const kept = this.#signed.get(sender)
    return kept && kept.block + 1n === fromBlock ? kept : undefined
  }

  #toRecords(sender: Address, { records, signers }: Findings, fromBlock: bigint): HistoryRecord[] {
    const own = records.filter(
      // A payment to oneself makes no payee.
      ({ from, to, blockNumber }) => blockNumber >= fromBlock && (from === sender) !== (to === sender),
    )
    return uniqueRecords(own.map((record) => this.#toRecord(record, signers)))
  }

  /** Whom the sender has paid through a contract that passed the money on at once. */
  #readForwards(
    sender: Address,
    { transactions }: Findings,
    records: readonly HistoryRecord[],
    signal: AbortSignal | undefined,
  ): Promise<Fact<SettledRecipient[]>> {
    const payments = records.filter(({ from, value, canonical }) => canonical && value > 0n && from === sender)
    const calls = findForwardingCalls(sender, this.#chain, transactions, payments)
    return fact(signal, async () => {
      const found = calls.map(async ({ hash, timestamp }) => {
        const movements = await this.#adapter.readMovements(this.#apis, hash, signal)
        return findForwarded(
          sender,
          payments.filter(({ transactionHash }) => transactionHash === hash),
          movements.map((movement) => ({ ...this.#toRecord(movement, noSigners), timestamp })),
        )
      })
      return (await Promise.all(found)).flat()
    })
  }

  /** Without what the lists of payments hold already; where memory is short, they may have left out what moves next to nothing. */
  #toEvidence(
    sender: Address,
    lists: readonly ListRead<RawRecord>[],
    signers: ReadonlyMap<Hash, Address>,
    { fromBlock, maxRows }: ListScope,
  ): HistoryRecord[] {
    const { gasIsUsdc } = this.#chain
    const records = lists.flatMap(({ rows }) => rows).map((record) => this.#toRecord(record, signers))
    const isUnlisted = (record: HistoryRecord) =>
      maxRows === undefined ? gasIsUsdc && record.value === 0n : isSpare(record, sender)
    const news = records.filter((record) => {
      const { canonical, token, from, to, blockNumber } = record
      return (
        blockNumber >= fromBlock &&
        (from === sender) !== (to === sender) &&
        (canonical ? isUnlisted(record) : !(gasIsUsdc && isSystemEmitter(token)))
      )
    })
    return uniqueRecords(news)
  }

  #toRecord(record: RawRecord, signers: ReadonlyMap<Hash, Address>): HistoryRecord {
    const { token, signer, transactionHash } = record
    const decimals = token === null ? undefined : this.#tokens.get(token)
    return {
      ...record,
      // A log does not say them.
      decimals: decimals ?? record.decimals,
      chainId: this.#chain.id,
      canonical: token === null || decimals !== undefined,
      signer: signer ?? signers.get(transactionHash) ?? null,
    }
  }

  /** The chain's own word on how far it is and how much the sender has signed; nothing without a client. */
  async #readNode(sender: Address, fromBlock: bigint, signal: AbortSignal | undefined): Promise<NodeWord> {
    const [ask, client] = [this.#ask, this.#client]
    if (ask === undefined || client === undefined) return { head: { value: undefined, shortfall: undefined } }
    const known = this.#signedBefore(sender, fromBlock)?.nonce
    const readAgain = () =>
      readHead(client, async () => readHex(await ask('eth_blockNumber', [], signal), 'block number'))
    const [head, nonces] = await Promise.all([
      fact(signal, readAgain),
      fact(signal, () => readNonces(ask, sender, { fromBlock, known }, signal)),
    ])
    return { head, nonces, readAgain }
  }

  #findFuture(indexedTo: bigint | undefined, { head, readAgain }: NodeWord): Promise<string | undefined> {
    return findFuture(indexedTo, head.value, readAgain, this.#maxLagBlocks)
  }

  /** So that a reading which goes on from there need not ask the node for it. */
  #keepNonce(
    sender: Address,
    { transactions, indexedTo }: Findings,
    nonces: NodeNonces | undefined,
    delegations: ReadonlyMap<number, bigint>,
  ): void {
    if (indexedTo === undefined || nonces === undefined) return
    const block = settledBlock({ chainId: this.#chain.id, toBlock: indexedTo })
    const nonce = nonceAt(block, sender, transactions, nonces, delegations)
    if (nonce === undefined) return
    const last =
      anchorIn(transactions.filter(({ blockNumber }) => blockNumber <= block)) ?? this.#signed.get(sender)?.last
    if (this.#signed.size >= maxSigned) this.#signed.clear()
    this.#signed.set(sender, { block, nonce, last })
  }

  async #findGap(
    sender: Address,
    { transactions, indexedTo, shortfalls }: Findings,
    nonces: Fact<NodeNonces> | undefined,
    delegations: Map<number, bigint>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const ask = this.#ask
    if (ask === undefined || nonces === undefined) return gapIn(transactions, sender)
    // A list that is known to be cut lacks transactions, too.
    if (nonces.value === undefined || shortfalls.length > 0) return nonces.shortfall
    const { value } = nonces
    const gap = await fact(signal, () =>
      findMissingTransactions({ ask, sender, signal }, transactions, value, indexedTo, delegations),
    )
    return gap.value ?? gap.shortfall
  }
}

/** What a chain's node says about a sender, where one is asked. */
type NodeWord = { head: Fact<bigint>; nonces?: Fact<NodeNonces>; readAgain?: () => Promise<bigint> }

/** Senders of whom a nonce and a transaction are kept, about 4 MB. */
const maxSigned = 10_000

const noSigners: ReadonlyMap<Hash, Address> = new Map()

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
  /** Pages read of one list before it counts as incomplete: 10,000 rows each where Blockscout offers its Etherscan-like
   * API and 50 where it does not, 5,000 rows on other hosts.
   * @default 50 */
  maxPages?: number | undefined
  /** Rows read of one list before it counts as incomplete, where memory is short.
   * @default as many as `maxPages` hold */
  maxRows?: number | undefined
  /** Requests at a time. A host that says 429 is left alone for as long as it asks, and asked again.
   * @default 16, so that a check waits once; 2 for an Etherscan-like API */
  maxConcurrent?: number | undefined
  /** Decides which request is next, for a service that asks on behalf of many callers: one limiter for the explorer, one for the
   * `client`.
   * @default in the order in which they come */
  limit?: ((maxConcurrent: number) => Limiter) | undefined
  /** Reads the chain's head and the sender's nonce, so that an explorer that lags behind or leaves out payments is noticed. */
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

function anchorIn(rows: readonly TransactionRow[]): Anchor | undefined {
  const last = newest(rows)
  if (last === undefined) return undefined
  const before = newest(rows.filter(({ blockNumber }) => blockNumber < last.blockNumber))
  return { hash: last.hash, fromBlock: (before ?? last).blockNumber }
}

function newest(rows: readonly TransactionRow[]): TransactionRow | undefined {
  return rows.reduce<TransactionRow | undefined>(
    (last, row) => (last === undefined || row.blockNumber > last.blockNumber ? row : last),
    undefined,
  )
}

function isGiven(reason: unknown): boolean {
  return reason !== undefined
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
