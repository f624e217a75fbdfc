import type { Address } from 'viem'
import { padHex } from 'viem/utils'
import { readLegacyRows, readList, readObject } from '../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../chain/explorerApi/getJson.js'
import { withDeadline } from '../../chain/withDeadline.js'
import { BYTES_OF_ENTRY, ByteCache } from './ByteCache.js'
import { maxHistoryLagBlocks } from './lag.js'
import { rowsPerPage } from './legacy/readLogList.js'

/**
 * Answers what is asked about the logs that name a sender out of two lists: of those that name it in the first or second place,
 * and in the third. Where one of them has more than a page, or the host refuses it, the question goes to the host as it is. An empty
 * list by `or` is believed once the host has shown a log that names a sender in one of the two places: others take it for `and`.
 *
 * Both lists are read again in every turn of the event loop, so that nothing written since is missed. What is kept are logs of
 * blocks that were settled before they were asked for: then the lists begin behind those blocks.
 */
export class NamedLogs {
  readonly #get: GetJson
  readonly #settledBlock: (indexedTo: bigint) => bigint
  readonly #kept = new ByteCache<Kept>(maxBytes)
  readonly #turns = new Map<Address, Promise<Kept | undefined>>()
  readonly #indexed = new Map<Address, Promise<void>>()
  /** The last block that was settled when the explorer last said how far it is. */
  #settledTo: bigint | undefined
  #hasShownEither = false

  /** @param settledBlock - The last block that nothing will change, by the last one that is indexed. */
  constructor(get: GetJson, settledBlock: (indexedTo: bigint) => bigint) {
    this.#get = get
    this.#settledBlock = settledBlock
  }

  /** Lets questions about a sender that go to the host wait for how far the explorer is, so that the answers can be kept. */
  expectIndexed(sender: Address, reading: Promise<bigint | undefined>): void {
    const noted = reading.then((indexedTo) => {
      if (this.#indexed.get(sender) === noted) this.#indexed.delete(sender)
      if (indexedTo !== undefined) this.#settledTo = this.#settledBlock(indexedTo)
    })
    this.#indexed.set(sender, noted)
  }

  /** The host, as it answers about one sender. */
  about(sender: Address): GetJson {
    const topic = padHex(sender, { size: 32 }).toLowerCase()
    return async (path, query, signal) => {
      if (!isNaming(query, topic)) return this.#get(path, query, signal)
      const known = await withDeadline(() => this.#readOnce(sender, topic), { signal })
      if (!known || !(known.isWhole || known.asked.has(keyOf(query)))) return this.#ask(sender, query, signal)
      const result = known.rows.filter((row) => isAnswer(row, query))
      return { status: '1', message: 'OK', result }
    }
  }

  /** A caller that joins asks at the same moment: not after the answer, nor in a later turn. */
  #readOnce(sender: Address, topic: string): Promise<Kept | undefined> {
    const running = this.#turns.get(sender)
    if (running) return running
    const reading = this.#read(sender, topic)
    this.#turns.set(sender, reading)
    const leave = () => void (this.#turns.get(sender) === reading && this.#turns.delete(sender))
    reading.then(leave)
    setTimeout(leave, 0)
    return reading
  }

  /** Everything known by now; `undefined` where the lists cannot be had. */
  async #read(sender: Address, topic: string): Promise<Kept | undefined> {
    const settledTo = this.#settledTo
    const before = this.#kept.get(sender)
    // The explorer has told of blocks that it does not have.
    const isFuture = before && settledTo !== undefined && before.toBlock - settledTo > maxHistoryLagBlocks
    const kept = isFuture ? undefined : before
    const fromBlock = kept ? kept.toBlock + 1n : 0n
    const places = [{ topic1: topic, topic2: topic, topic1_2_opr: 'or' }, { topic3: topic }]
    try {
      const lists = await withDeadline(
        (signal) =>
          Promise.all(
            places.map(async (place) => {
              const range = { fromBlock: `${fromBlock}`, toBlock: 'latest' }
              const body = await this.#get('', { module: 'logs', action: 'getLogs', ...place, ...range }, signal)
              return readLegacyRows(body).map(readRow)
            }),
          ),
        { timeoutMs: maxWaitMs },
      )
      this.#hasShownEither ||= !!lists[0]?.some(({ topics: [, one, two] }) => (one === topic) !== (two === topic))
      if (lists.some(isCut)) {
        this.#kept.delete(sender)
        return undefined
      }
      if (!this.#hasShownEither) return undefined
      const known: Kept = {
        ...(kept ?? { isWhole: true, asked: none, toBlock: -1n }),
        rows: merge(kept?.rows ?? [], lists.flat()),
      }
      if (settledTo !== undefined && settledTo > known.toBlock) this.#keep(sender, { ...known, toBlock: settledTo })
      return known
    } catch {
      return undefined
    }
  }

  async #ask(sender: Address, query: Query, signal: AbortSignal | undefined): Promise<unknown> {
    await withDeadline(async () => this.#indexed.get(sender), { signal })
    const settledTo = this.#settledTo
    const body = await this.#get('', query, signal)
    if (settledTo !== undefined && query.fromBlock === '0') this.#learn(sender, query, body, settledTo)
    return body
  }

  #learn(sender: Address, query: Query, body: unknown, settledTo: bigint): void {
    const rows = rowsOf(body)
    const { toBlock, asked, ...kept } = this.#kept.get(sender) ?? {
      toBlock: settledTo,
      isWhole: false,
      asked: none,
      rows: [],
    }
    if (rows === undefined || isCut(rows) || toBlock > settledTo) return
    this.#keep(sender, {
      toBlock,
      isWhole: kept.isWhole,
      asked: new Set([...asked, keyOf(query)]),
      rows: merge(kept.rows, rows),
    })
  }

  #keep(sender: Address, { rows, ...known }: Kept): void {
    const settled = rows.filter(({ block }) => block <= known.toBlock)
    const bytes = settled.reduce((sum, { data }) => sum + bytesOfRow + String(data).length, 0)
    this.#kept.set(sender, { ...known, rows: settled }, bytes + BYTES_OF_ENTRY * (1 + known.asked.size))
  }
}

/** Logs of one sender. */
type Kept = {
  /** Of the blocks up to here. */
  toBlock: bigint
  /** All that name it; otherwise those that answer what was asked. */
  isWhole: boolean
  asked: ReadonlySet<string>
  /** Oldest first. */
  rows: readonly Row[]
}

/** A log as the host writes it. */
type Row = {
  address: string
  topics: readonly unknown[]
  data: unknown
  blockNumber: unknown
  logIndex: unknown
  timeStamp: unknown
  transactionHash: unknown
  block: bigint
}

const none: ReadonlySet<string> = new Set()

/** For all senders together. */
const maxBytes = 4 * 1024 * 1024

/** Without its data. */
const bytesOfRow = 1_000

/** Any caller can write logs of any length that name a sender; then there is time left for questions about less. */
const maxWaitMs = 5_000

/** Whether a question is about logs that name an address in one place, and asks for nothing besides by `or`. */
function isNaming(query: Query, topic: string): boolean {
  const isByOr = Object.entries(query).some(([name, value]) => name.endsWith('_opr') && value !== 'and')
  return query.action === 'getLogs' && !isByOr && [1, 2, 3].some((place) => query[`topic${place}`] === topic)
}

function isAnswer({ address, topics, block }: Row, query: Query): boolean {
  return (
    block >= BigInt(query.fromBlock ?? 0) &&
    (query.address === undefined || query.address.toLowerCase() === address) &&
    [0, 1, 2, 3].every((place) => (query[`topic${place}`] ?? topics[place]) === topics[place])
  )
}

function keyOf(query: Query): string {
  return JSON.stringify({ ...query, fromBlock: undefined })
}

function rowsOf(body: unknown): Row[] | undefined {
  try {
    return readLegacyRows(body).map(readRow)
  } catch {
    return undefined
  }
}

function readRow(value: unknown): Row {
  const { address, topics, data, blockNumber, logIndex, timeStamp, transactionHash } = readObject(value, 'log')
  return {
    address: String(address).toLowerCase(),
    topics: readList(topics, 'topics').map((topic) => (typeof topic === 'string' ? topic.toLowerCase() : topic)),
    data,
    blockNumber,
    logIndex,
    timeStamp,
    transactionHash,
    // The explorer writes zero without a digit.
    block: BigInt(blockNumber === '0x' ? 0 : String(blockNumber)),
  }
}

/** A full page goes on, and a round number of rows may be the limit of a host that gives fewer. */
function isCut(rows: readonly unknown[]): boolean {
  return rows.length > 0 && (rows.length >= rowsPerPage || rows.length % 50 === 0)
}

/** Each log once: it may name the sender in two places, and the block at which a list begins is in two of them. */
function merge(...lists: readonly (readonly Row[])[]): Row[] {
  const rows = [...new Map(lists.flat().map((row) => [`${row.block}:${row.logIndex}`, row])).values()]
  return rows.sort((a, b) => Number(a.block - b.block))
}
