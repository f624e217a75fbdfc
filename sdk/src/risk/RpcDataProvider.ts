import type { Address, Hash } from 'viem'
import { isAddressEqual } from 'viem/utils'
import { parseAddress } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { readAddress, readHex, readObject } from '../chain/explorerApi/fields.js'
import { createLimiter } from '../chain/explorerApi/limiter.js'
import { chainIdOf } from '../chain/network.js'
import { type ChainDeployment, requireDeployment } from '../chain/registry.js'
import { InvalidInputError } from '../errors/input.js'
import type {
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  EvidenceOptions,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
import { lower } from './history/lower.js'
import type { HistoryRecord } from './history/SenderHistory.js'
import { attempt } from './internal/attempt.js'
import { BYTES_OF_ENTRY, BYTES_OF_RECORD, ByteCache } from './internal/ByteCache.js'
import { maxHistoryLagBlocks } from './internal/lag.js'
import { readActivity } from './internal/rpcActivity.js'
import { type Ask, createAsk } from './internal/rpcAsk.js'
import { readRows, toHistoryRecords } from './internal/rpcRecords.js'
import { findSigners, hashesToResolve, resolveRecords, withSigners } from './internal/signers.js'

/**
 * Reads histories from a node alone: movements from logs by party, signers from transactions, activity from state.
 *
 * A whole chain of logs does not fit into the moment before a payment. So `sync` reads a sender's history once, however
 * long that takes; from then on `getHistory` reads the blocks that have come since. Until then, and when the sync is
 * further behind than `maxTailBlocks`, histories are `complete: false`. Synced histories stay in memory; what readings leave
 * of other senders takes at most `maxBytes`.
 *
 * Payments of a coin that is not USDC leave no logs. On such chains histories are complete only with
 * `ignoreNative: true`, which says that those payments are to be left out.
 *
 * @example
 * const provider = new RpcDataProvider({ client: publicClient })
 * await provider.sync(sender)
 * const { records, complete } = await provider.getHistory(sender)
 */
export class RpcDataProvider implements IDataProvider {
  readonly #client: ReadClient
  readonly #chain: ChainDeployment
  readonly #options: { maxConcurrent: number; timeoutMs: number; maxSignerLookups: number }
  readonly #tokens: readonly Address[]
  readonly #fromBlock: bigint
  readonly #range: number
  readonly #maxTailBlocks: bigint
  readonly #isBlind: boolean
  readonly #ask: Ask
  /** Of senders that the caller has synced or resumed. */
  readonly #synced = new Map<Address, RpcHistorySnapshot>()
  /** What readings have left of all other senders. */
  readonly #passing: ByteCache<RpcHistorySnapshot>
  readonly #syncing = new Map<Address, Promise<void>>()

  /** @throws {@link InvalidInputError} without a chain, `UnknownChainError`. */
  constructor(options: RpcDataProviderOptions) {
    const { client, maxConcurrent = 8, timeoutMs = 15_000, maxSignerLookups = 100, retryDelayMs = 150 } = options
    const chainId = options.chainId ?? client.chain?.id
    if (chainId === undefined) throw new InvalidInputError('chainId', 'Neither the client nor `chainId` names a chain.')
    if (!(maxConcurrent >= 1)) throw new InvalidInputError('maxConcurrent', 'At least one request must be allowed.')
    this.#client = client
    this.#chain = requireDeployment(chainId)
    const payable = this.#chain.tokens.filter(({ allowlisted }) => !allowlisted).map(({ address }) => address)
    this.#tokens = options.tokens?.map((token) => parseAddress('tokens', token)) ?? payable
    this.#fromBlock = options.fromBlock ?? 0n
    this.#range = options.range ?? this.#chain.logRangeBlocks
    this.#maxTailBlocks = BigInt(options.maxTailBlocks ?? 4 * this.#range)
    this.#isBlind = !this.#chain.gasIsUsdc && options.ignoreNative !== true
    this.#options = { maxConcurrent, timeoutMs, maxSignerLookups }
    this.#passing = new ByteCache(options.maxBytes ?? 16 * 1024 * 1024)
    this.#ask = createAsk(client, { limiter: createLimiter(maxConcurrent), timeoutMs, retryDelayMs })
    for (const snapshot of options.resume ?? []) {
      if (snapshot.chainId !== chainId)
        throw new InvalidInputError('resume', `A snapshot is of chain ${snapshot.chainId}, not ${chainId}.`)
      this.#synced.set(parseAddress('resume', snapshot.sender), snapshot)
    }
  }

  /**
   * Reads the sender's logs up to the head, from where the last sync ended. What was read stays read when it fails or
   * is stopped; the next call goes on from there.
   *
   * @throws {@link DataUnavailableError}, and the reason of `signal`.
   */
  async sync(sender: Address, { signal, onProgress }: RpcSyncOptions = {}): Promise<RpcHistorySnapshot> {
    const address = parseAddress('sender', sender)
    await this.#syncing.get(address)
    if (!this.#synced.has(address)) this.#synced.set(address, this.#snapshotOf(address))
    this.#passing.delete(address)
    const run = attempt(`syncing the history of ${address}`, signal, async () => {
      const toBlock = await this.#readHead(signal)
      this.#forgetBeyond(address, toBlock)
      const step = BigInt(this.#range) * 32n
      for (;;) {
        const snapshot = this.#snapshotOf(address)
        const fromBlock = snapshot.completeToBlock + 1n
        if (fromBlock > toBlock) return
        const last = fromBlock + step - 1n < toBlock ? fromBlock + step - 1n : toBlock
        const records = await this.#readRecords(address, fromBlock, last, signal)
        this.#keep(snapshot, records, last, toBlock)
        const { completeToBlock } = this.#snapshotOf(address)
        onProgress?.({ fromBlock: this.#fromBlock, completeToBlock, toBlock, recordCount: records.length })
        if (last === toBlock) return
      }
    }).finally(() => this.#syncing.delete(address))
    this.#syncing.set(address, run)
    await run
    return this.#snapshotOf(address)
  }

  /** What has been read of a sender, to be stored and given to another provider as `resume`. */
  snapshot(sender: Address): RpcHistorySnapshot | undefined {
    const address = parseAddress('sender', sender)
    return this.#synced.get(address) ?? this.#passing.get(address)
  }

  getHistory(
    sender: Address,
    { signal, fromBlock = 0n, target, withoutSigners }: HistoryOptions = {},
  ): Promise<HistoryReading> {
    const address = parseAddress('sender', sender)
    return attempt(`reading the history of ${address}`, signal, async () => {
      const { records, head, missing } = await this.#read(address, fromBlock, signal)
      const hashes = hashesToResolve(address, records, {
        target,
        limit: withoutSigners ? 0 : this.#options.maxSignerLookups,
      })
      const { signers, failures } = await findSigners(hashes, this.#findSigner, signal)
      const shortfalls = [...missing, ...failures.slice(0, 1).map(String)]
      const isWhole = shortfalls.length === 0
      return {
        sender: address,
        records: withSigners(records, signers),
        complete: shortfalls.length === 0,
        ...(isWhole && { extents: [{ chainId: this.#chain.id, fromBlock, toBlock: head }] }),
        ...(shortfalls.length > 0 && { missing: shortfalls }),
      }
    })
  }

  /** Out of what a node's logs tell, all of which a history holds already. Rejects where not all of it has been read. */
  getEvidence(
    sender: Address,
    { signal, target, alike = [], fromBlock = 0n }: EvidenceOptions = {},
  ): Promise<readonly HistoryRecord[]> {
    const address = parseAddress('sender', sender)
    return attempt(`reading what others have recorded about ${address}`, signal, async () => {
      const { records, missing } = await this.#read(address, fromBlock, signal)
      if (missing.length > 0) throw new Error(missing[0])
      const wanted = target && new Set([target, ...alike].map(lower))
      return records.filter(
        ({ canonical, value, from, to }) =>
          !(canonical && value > 0n) && (!wanted || wanted.has(lower(from)) || wanted.has(lower(to))),
      )
    })
  }

  resolveSigners(records: readonly HistoryRecord[], { signal }: DataProviderOptions = {}): Promise<HistoryRecord[]> {
    return attempt('looking for signers', signal, () =>
      resolveRecords(records, this.#options.maxSignerLookups, this.#findSigner, signal),
    )
  }

  getOutgoingCounterparties(sender: Address, { signal }: DataProviderOptions = {}): Promise<CounterpartyScan> {
    const address = parseAddress('sender', sender)
    return attempt(`reading the payments of ${address}`, signal, async () => {
      const { records, missing } = await this.#read(address, 0n, signal)
      const paid = records.filter(({ canonical, value, from }) => canonical && value > 0n && from === address)
      return { counterparties: [...new Set(paid.map(({ to }) => to))], complete: missing.length === 0 }
    })
  }

  getAddressActivity(address: Address, { signal }: DataProviderOptions = {}): Promise<AddressActivity> {
    const subject = parseAddress('address', address)
    const chain = this.#chain
    return attempt(`reading the activity of ${subject}`, signal, () =>
      readActivity(
        {
          ask: this.#ask,
          chain,
          signal,
          range: this.#range,
          readRows: (fromBlock, toBlock) =>
            readRows(this.#client, chain, subject, { fromBlock, toBlock }, this.#reading(signal)),
        },
        subject,
      ),
    )
  }

  /** Rejects also where the history of `to` is incomplete and shows none: "none" could not be said truthfully. */
  countZeroValueTransfers(from: Address, to: Address, { signal }: DataProviderOptions = {}): Promise<number> {
    const [source, receiver] = [parseAddress('from', from), parseAddress('to', to)]
    return attempt(`looking for transfers of nothing from ${source}`, signal, async () => {
      const { records, missing } = await this.#read(receiver, 0n, signal)
      const { usdc } = this.#chain
      const found = records.filter(
        (record) =>
          record.value === 0n && record.from === source && record.token !== null && isAddressEqual(record.token, usdc),
      )
      if (found.length === 0 && missing.length > 0) throw new Error(missing[0])
      return found.length
    })
  }

  /** Everything but the signers: what was synced, and the blocks that have come since. */
  async #read(sender: Address, fromBlock: bigint, signal: AbortSignal | undefined) {
    const head = await this.#readHead(signal)
    this.#forgetBeyond(sender, head)
    const snapshot = this.#snapshotOf(sender)
    const unread = snapshot.completeToBlock + 1n
    const wanted = fromBlock > unread ? fromBlock : unread
    const isNear = head - wanted < this.#maxTailBlocks
    const start = isNear ? wanted : head - this.#maxTailBlocks + 1n
    const tail = start > head ? [] : await this.#readRecords(sender, start, head, signal)
    if (isNear && wanted === unread) this.#keep(snapshot, tail, head, head)
    const known =
      fromBlock > 0n ? snapshot.records.filter(({ blockNumber }) => blockNumber >= fromBlock) : snapshot.records
    const ahead = snapshot.completeToBlock - head
    const missing = isNear ? [] : [`Blocks ${wanted} to ${start - 1n} have not been read yet.`]
    if (ahead > 0n) missing.push(`What was read before ends ${ahead} blocks ahead of the chain.`)
    if (this.#isBlind) missing.push('Payments of the native coin leave no logs on this chain.')
    return { head, missing, records: [...known, ...tail] }
  }

  readonly #findSigner = async (hash: Hash, signal: AbortSignal | undefined): Promise<Address | null> => {
    const transaction = await this.#ask('eth_getTransactionByHash', [hash], signal)
    return transaction === null ? null : readAddress(readObject(transaction, 'transaction').from, 'from')
  }

  async #readHead(signal: AbortSignal | undefined): Promise<bigint> {
    const [head, chainId] = await Promise.all([this.#ask('eth_blockNumber', [], signal), chainIdOf(this.#client)])
    if (chainId !== this.#chain.id) throw new Error(`The node serves chain ${chainId}, not ${this.#chain.id}.`)
    return BigInt(readHex(head, 'block number'))
  }

  #reading(signal: AbortSignal | undefined) {
    const { maxConcurrent, timeoutMs } = this.#options
    // Two reads run side by side, one for each direction.
    const concurrency = Math.max(1, Math.floor(maxConcurrent / 2))
    return { range: this.#range, concurrency, requestTimeoutMs: timeoutMs, signal }
  }

  async #readRecords(sender: Address, fromBlock: bigint, toBlock: bigint, signal: AbortSignal | undefined) {
    const rows = await readRows(this.#client, this.#chain, sender, { fromBlock, toBlock }, this.#reading(signal))
    return toHistoryRecords(rows, this.#chain, this.#tokens)
  }

  #snapshotOf(sender: Address): RpcHistorySnapshot {
    return this.#synced.get(sender) ?? this.#passing.get(sender) ?? this.#nothingOf(sender)
  }

  #nothingOf(sender: Address): RpcHistorySnapshot {
    return { sender, chainId: this.#chain.id, records: [], completeToBlock: this.#fromBlock - 1n }
  }

  /** A node that lags is some blocks behind what another one told; far behind, that one told of another chain. */
  #forgetBeyond(sender: Address, head: bigint): void {
    if (this.#snapshotOf(sender).completeToBlock - head <= this.#maxTailBlocks) return
    this.#passing.delete(sender)
    if (this.#synced.has(sender)) this.#synced.set(sender, this.#nothingOf(sender))
  }

  /** The youngest blocks are read again next time: backends of one host differ in them, and some chains replace them. */
  #keep(before: RpcHistorySnapshot, records: readonly HistoryRecord[], readTo: bigint, head: bigint): void {
    const { sender, chainId } = before
    if (this.#snapshotOf(sender).completeToBlock !== before.completeToBlock) return
    const settled = head - BigInt(Math.max(maxHistoryLagBlocks, this.#chain.reorgDepthBlocks))
    const completeToBlock = readTo < settled ? readTo : settled
    if (completeToBlock <= before.completeToBlock) return
    const kept = records.filter(({ blockNumber }) => blockNumber <= completeToBlock)
    const snapshot = { sender, chainId, records: [...before.records, ...kept], completeToBlock }
    if (this.#synced.has(sender)) this.#synced.set(sender, snapshot)
    else this.#passing.set(sender, snapshot, BYTES_OF_ENTRY + snapshot.records.length * BYTES_OF_RECORD)
  }
}

/** Which node is read, how far back, and how hard it is pressed. */
export type RpcDataProviderOptions = {
  client: ReadClient
  /** @default the client's chain */
  chainId?: number | undefined
  /** Tokens whose records are believed.
   * @default the registry's, without those that refuse holders */
  tokens?: readonly Address[] | undefined
  /** First block to read. A later one than the chain's first says that no sender has paid before it.
   * @default 0n */
  fromBlock?: bigint | undefined
  /** What earlier providers have read. */
  resume?: readonly RpcHistorySnapshot[] | undefined
  /** Blocks that a history may be behind the head and still be brought up to date on the spot.
   * @default four log queries */
  maxTailBlocks?: number | undefined
  /** Blocks in one log query. @default the registry's, for the chain */
  range?: number | undefined
  /** Requests at a time.
   * @default 8 */
  maxConcurrent?: number | undefined
  /** Memory for senders that were read and never synced.
   * @default 16777216 */
  maxBytes?: number | undefined
  /** Transactions looked up for their signer, per history.
   * @default 100 */
  maxSignerLookups?: number | undefined
  /** Takes histories without native payments as complete, on chains whose coin is not USDC.
   * @default false */
  ignoreNative?: boolean | undefined
  /** Limit of one request, its repetitions included. @default 15000 */
  timeoutMs?: number | undefined
  /** Wait before a failed request is repeated; the second time twice as long. @default 150 */
  retryDelayMs?: number | undefined
}

/** A sender's records up to a block, without their signers. */
export type RpcHistorySnapshot = Pick<HistoryRecord, 'chainId'> & {
  sender: Address
  records: readonly HistoryRecord[]
  completeToBlock: bigint
}

/** How a sync is followed and stopped. */
export type RpcSyncOptions = DataProviderOptions & {
  /** Called whenever more blocks are read; `recordCount` counts the new records. */
  onProgress?:
    | ((progress: { fromBlock: bigint; completeToBlock: bigint; toBlock: bigint; recordCount: number }) => void)
    | undefined
}
