import type { Address, Hash, Hex } from 'viem'
import { InvalidInputError } from '../../errors/input.js'
import { parseAddress } from '../address.js'
import type { StoredEvent } from '../logs/eventIndex.js'
import { withDeadline } from '../withDeadline.js'
import { connect, type Explorer } from './connect.js'
import { explorerFailure } from './explorerFailure.js'
import {
  MalformedFieldError,
  readAddress,
  readHash,
  readHex,
  readLegacyRows,
  readList,
  readObject,
  readQuantity,
} from './fields.js'
import { readIndexedBlock } from './indexedBlock.js'
import type { ExplorerOptions } from './options.js'

/**
 * Reads logs through a chain's explorer: far fewer requests than a node takes for a long stretch of blocks.
 *
 * Each list is requested once more from its last block, so that nothing is lost if a host has shorter pages than usual. A
 * row that is malformed, or does not match the query, ends the reading with an error: a list that was cut never counts as
 * complete. Rows that a host omits cannot be detected: ask {@link explorerUsable} first, and where money depends on
 * completeness, read from the chain.
 *
 * @param query - `topics` as in `eth_getLogs`. For several emitters, or a list of topics, the explorer is asked for more
 *   than needed, and the rest is dropped here.
 * @returns In chain order. None is missing up to `completeToBlock`: the earlier one of `toBlock` and ten blocks before the
 *   explorer's newest, since it may still be filling in the newest ones. `complete` is false where `toBlock` was not reached.
 * @throws {@link DataUnavailableError} when the explorer does not answer, its answer is malformed, or its index has gaps;
 *   {@link InvalidInputError}, `InvalidAddressError`, `UnknownChainError`, and the reason of `signal`.
 * @example
 * const { logs, completeToBlock } = await explorerLogs(
 *   { address: STEALTH_ANNOUNCER_ADDRESS, fromBlock: STEALTH_ANNOUNCER_DEPLOY_BLOCK },
 *   { client: publicClient },
 * )
 */
export async function explorerLogs(
  query: ExplorerLogQuery,
  options: ExplorerOptions = {},
): Promise<explorerLogs.ReturnType> {
  const { fromBlock, topics = [], toBlock: wanted } = query
  // `parseAddress` checks each value.
  const addresses = [...new Set([query.address].flat().map((one) => parseAddress('address', one as Address)))]
  if (addresses.length === 0) throw new InvalidInputError('address', 'At least one address is required.')
  for (const [name, block] of [
    ['fromBlock', fromBlock],
    ['toBlock', wanted ?? 0n],
  ] as const)
    if (block < 0n) throw new InvalidInputError(name, `The block number ${block} is negative.`)
  const { signal } = options
  const explorer = connect(options)
  try {
    const { block, finished } = await withDeadline(() => readIndexedBlock(explorer), { signal })
    if (!finished) throw new Error('The explorer has gaps in its index.')
    const settled = block - unsettledBlocks
    const toBlock = wanted === undefined || wanted > settled ? settled : wanted
    const isReached = wanted === undefined || toBlock >= wanted
    if (toBlock < fromBlock) return { logs: [], completeToBlock: fromBlock - 1n, complete: toBlock === wanted }
    const range = { fromBlock: Number(fromBlock), toBlock: Number(toBlock) }
    const lists: PageList[] = []
    for (const address of addresses) lists.push(await readPages(explorer, { address, topics, ...range }, signal))
    const end = Math.min(...lists.map(({ completeTo }) => completeTo))
    if (end < range.toBlock && !options.allowIncomplete)
      throw new Error(`There are more logs than ${explorer.maxPages} pages.`)
    const logs = lists
      .flatMap(({ logs }) => logs.filter(({ blockNumber }) => blockNumber <= end))
      .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    return { logs, completeToBlock: BigInt(end), complete: isReached && end === range.toBlock }
  } catch (error) {
    signal?.throwIfAborted()
    throw explorerFailure(`reading logs from the explorer of chain ${explorer.chain.id}`, error)
  }
}

/** Which logs to read. */
export type ExplorerLogQuery = {
  address: Address | readonly Address[]
  /** A list matches any of its topics, `null` matches everything. */
  topics?: readonly (Hex | readonly Hex[] | null)[] | undefined
  fromBlock: bigint
  /** @default ten blocks before the explorer's newest */
  toBlock?: bigint | undefined
}

export declare namespace explorerLogs {
  type ReturnType = {
    logs: readonly StoredEvent[]
    /** No log is missing up to here. One less than `fromBlock` where the explorer has not reached that. */
    completeToBlock: bigint
    /** Whether everything was read: to `toBlock`, or without it to ten blocks before the explorer's newest. */
    complete: boolean
  }
}

/** Newest blocks that an explorer may still be filling in. */
const unsettledBlocks = 10n

/** Rows that one answer of an Etherscan-like API holds at most. */
const rowsPerPage = 1_000

type PageQuery = {
  address: Address
  topics: readonly (Hex | readonly Hex[] | null)[]
  fromBlock: number
  toBlock: number
}

/** Logs of one emitter, and the last block of which none is missing. */
type PageList = { logs: StoredEvent[]; completeTo: number }

async function readPages(
  { legacy, maxPages }: Explorer,
  query: PageQuery,
  signal: AbortSignal | undefined,
): Promise<PageList> {
  const parameters = { module: 'logs', action: 'getLogs', address: query.address, ...topicParameters(query.topics) }
  let requests = 0
  const ask = async (fromBlock: number) => {
    if (++requests > maxPages) throw new OutOfPagesError()
    if (fromBlock > query.toBlock) return []
    const range = { fromBlock: `${fromBlock}`, toBlock: `${query.toBlock}` }
    return readRows(await legacy('', { ...parameters, ...range }, signal), { ...query, fromBlock })
  }

  const logs: StoredEvent[] = []
  const found = (completeTo: number) => ({
    logs: logs.filter(({ topics }) => matches(topics, query.topics)),
    completeTo,
  })
  // Rows of the longest page that this host gives.
  let pageRows = rowsPerPage
  let next = query.fromBlock
  try {
    for (;;) {
      const rows = await ask(next)
      const last = rows.at(-1)
      if (last === undefined) break
      const known = logs.at(-1)
      for (const row of rows) if (known === undefined || isAfter(row, known)) logs.push(row)
      if (rows.length < pageRows) {
        const again = await ask(last.blockNumber)
        const followed = again.some((row) => isAfter(row, last))
        // This answer is shorter than the one before, so it is not a full page: the list ends here.
        if (!followed && again.length < rows.length) break
        if (!followed && (await ask(last.blockNumber + 1)).length === 0) break
        // More follows: this host cuts its pages shorter.
        pageRows = rows.length
      }
      // More logs of the last block may follow on the next page, so that block is read again.
      if (last.blockNumber === next && rows[0]?.blockNumber === next && rows.length >= pageRows)
        throw new Error(`Block ${next} has more logs than a page.`)
      next = last.blockNumber
    }
    return found(query.toBlock)
  } catch (error) {
    // The block that was to be read next may have more logs than were read.
    if (error instanceof OutOfPagesError) return found(next - 1)
    throw error
  }
}

/** Reading one list would take more than `maxPages` requests. */
class OutOfPagesError extends Error {}

/** Topics by which the explorer can filter, and the operator that its API requires for each pair of them. */
function topicParameters(topics: PageQuery['topics']): Record<string, string> {
  const given = topics.flatMap((topic, place) => (typeof topic === 'string' ? [[place, topic] as const] : []))
  const parameters: Record<string, string> = {}
  given.forEach(([place, topic], index) => {
    parameters[`topic${place}`] = topic.toLowerCase()
    for (const [before] of given.slice(0, index)) parameters[`topic${before}_${place}_opr`] = 'and'
  })
  return parameters
}

function readRows(body: unknown, query: PageQuery): StoredEvent[] {
  const asked = query.topics.map((topic) => (typeof topic === 'string' ? topic : null))
  let before: StoredEvent | undefined
  return readLegacyRows(body).map((value) => {
    const row = readRow(value)
    const isWithin = row.blockNumber >= query.fromBlock && row.blockNumber <= query.toBlock
    const isNext = before === undefined || isAfter(row, before)
    if (!isWithin || !isNext || row.address !== query.address || !matches(row.topics, asked))
      throw new MalformedFieldError('log, which does not answer the query', value)
    before = row
    return row
  })
}

function readRow(value: unknown): StoredEvent {
  const row = readObject(value, 'log')
  const topics = readList(row.topics, 'topics')
  const absent = topics.indexOf(null)
  return {
    address: readAddress(row.address, 'log address'),
    topics: topics.slice(0, absent === -1 ? topics.length : absent).map((topic): Hash => readHash(topic, 'topic')),
    // The reader has checked it.
    data: readHex(row.data, 'data') as Hex,
    blockNumber: readNumber(row.blockNumber, 'blockNumber'),
    logIndex: readNumber(row.logIndex, 'logIndex'),
    transactionHash: readHash(row.transactionHash, 'transactionHash'),
    timestamp: row.timeStamp === undefined ? null : readNumber(row.timeStamp, 'timeStamp'),
  }
}

function readNumber(value: unknown, what: string): number {
  const number = readQuantity(value, what)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new MalformedFieldError(what, value)
  return Number(number)
}

function matches(topics: readonly Hex[], wanted: PageQuery['topics']): boolean {
  return wanted.every((topic, place) => {
    if (topic === null) return true
    // Only `flat` loses the type: no topic of a list is null.
    return [topic].flat().some((one) => (one as Hex).toLowerCase() === topics[place]?.toLowerCase())
  })
}

function isAfter(a: StoredEvent, b: StoredEvent): boolean {
  return a.blockNumber > b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex > b.logIndex)
}
