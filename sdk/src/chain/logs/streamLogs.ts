import type { Address, Hex, RpcLog } from 'viem'
import { LogsIncompleteError } from '../../errors/chain.js'
import { InvalidInputError } from '../../errors/input.js'
import type { ReadClient } from '../clients.js'
import { MAX_LOG_RANGE } from '../constants.js'
import { withoutSecrets } from '../failure.js'
import { deploymentFor } from '../registry.js'
import { transportOf } from '../transportOf.js'
import { withDeadline } from '../withDeadline.js'
import { limitsOf } from './internal/endpointLimits.js'
import { judge } from './internal/judge.js'
import { LogPipeline, type Patience } from './internal/LogPipeline.js'
import { readHead } from './internal/readHead.js'
import { requestLogs, splitFilter } from './internal/requestLogs.js'

/** Which logs to read. */
export type LogQuery<log = RpcLog> = {
  /** One emitter or several; every emitter when left out. */
  address?: Address | readonly Address[] | undefined
  /** As in `eth_getLogs`: a list at one place means any of them, `null` means anything. */
  topics?: readonly (Hex | readonly Hex[] | null)[] | undefined
  fromBlock: bigint
  /**
   * Last block to read. Where the chain is not there yet, the read goes to its head and then throws.
   *
   * @default The head when the read starts.
   */
  toBlock?: bigint | undefined
  /**
   * Turns a log into what is to be kept, or into `undefined` to drop it. Called as answers arrive, in any
   * order; it must not throw.
   *
   * @default The log as the node gave it.
   */
  decode?: ((log: RpcLog) => log | undefined) | undefined
}

/** How to read them. */
export type ReadLogsOptions = {
  /**
   * Most blocks in one query, both ends included.
   *
   * @default The registry's value for `client.chain`, else 10000.
   */
  range?: number | undefined
  /**
   * Most requests in flight. The engine starts with 8 and uses what the endpoint bears.
   *
   * @default 32
   */
  concurrency?: number | undefined
  /** Stops the read; it ends with a {@link LogsIncompleteError} that says how far it came. */
  signal?: AbortSignal | undefined
  /** Called whenever more of the chain is complete. */
  onProgress?: ((progress: LogProgress) => void) | undefined
  /** Patience with one query that fails: attempts, and the pause after the first, which then doubles. */
  retry?: Partial<Patience> | undefined
  /**
   * Time for one request.
   *
   * @default 30000
   */
  requestTimeoutMs?: number | undefined
  /** A head the caller has just seen; saves asking for it. */
  headBlock?: bigint | undefined
  /**
   * Without `toBlock`: whether the read may end five blocks short of the head, instead of throwing, when the endpoint's
   * backends do not have the head yet. `completeToBlock` tells.
   *
   * @default false
   */
  allowLag?: boolean | undefined
}

/** How far a read has come. */
export type LogProgress = {
  fromBlock: bigint
  /** Every log up to here has been handed out. */
  completeToBlock: bigint
  /** Last block of the read. */
  toBlock: bigint
  /** Number of logs so far. */
  logCount: number
}

/** The logs of a run of blocks, in chain order. */
export type LogPage<log> = {
  fromBlock: bigint
  /** The next page, or the next read, starts one block later. */
  toBlock: bigint
  logs: log[]
}

/** Patience with one query, by default. */
export const defaultPatience: Patience = { attempts: 6, delayMs: 150, maxDelayMs: 5_000 }

/** Time for one request, by default. */
export const defaultRequestTimeoutMs = 30_000

/**
 * Reads logs and hands them out page by page, in chain order, each log exactly once, while later pages are on their way.
 *
 * The engine keeps several requests in flight, narrows its ranges to what the endpoint allows (and remembers it for the
 * client), waits out throttling and lagging backends, and repeats what failed.
 *
 * @returns The block to which everything was handed out, after the last page.
 * @throws {@link LogsIncompleteError} after all pages before the failure were handed out: resume from
 *   `error.completeToBlock + 1n`. {@link InvalidInputError}
 * @example
 * for await (const { logs, toBlock } of streamLogs(publicClient, { address, fromBlock: 51_326_557n })) {
 *   console.log(`${logs.length} logs up to block ${toBlock}`)
 * }
 */
export async function* streamLogs<log = RpcLog>(
  client: ReadClient,
  query: LogQuery<log>,
  options: ReadLogsOptions = {},
): AsyncGenerator<LogPage<log>, bigint, undefined> {
  assertQuery(query)
  transportOf(client)
  const { signal, onProgress, requestTimeoutMs = defaultRequestTimeoutMs, concurrency = 32 } = options
  const patience = { ...defaultPatience, ...options.retry }
  const stopping = new AbortController()
  const abort = () => stopping.abort(signal?.reason)
  let completeToBlock = query.fromBlock - 1n
  const incomplete = (error: unknown) =>
    new LogsIncompleteError<log>(completeToBlock, [], reasonOf(error, signal), withoutSecrets(error))

  let pipeline: LogPipeline<log> | undefined
  try {
    if (signal?.aborted) throw signal.reason
    signal?.addEventListener('abort', abort)
    const head = options.headBlock ?? (await readHead(client, patience, requestTimeoutMs, stopping.signal))
    const toBlock = query.toBlock ?? head
    const isAhead = toBlock > head
    const filters = splitFilter({ address: query.address, topics: query.topics ?? [] })
    const running = new LogPipeline<log>({
      from: Number(query.fromBlock),
      to: Number(isAhead ? head : toBlock),
      openEnd: query.toBlock === undefined && options.allowLag === true,
      range: options.range ?? deploymentFor(client.chain?.id ?? 0)?.logRangeBlocks ?? MAX_LOG_RANGE,
      concurrency,
      patience,
      limits: limitsOf(client),
      ask: (from, to) =>
        withDeadline(() => requestLogs(client, filters, from, to, stopping.signal), {
          timeoutMs: requestTimeoutMs,
          signal: stopping.signal,
        }),
      // Without a decoder `log` is RpcLog.
      decode: query.decode ?? ((raw) => raw as log),
    })
    pipeline = running
    stopping.signal.addEventListener('abort', () => running.stop())
    let logCount = 0
    for (;;) {
      const page = await running.nextPage()
      if (signal?.aborted) throw signal.reason
      if (page === undefined) break
      completeToBlock = BigInt(page.to)
      logCount += page.logs.length
      onProgress?.({ fromBlock: query.fromBlock, completeToBlock, toBlock, logCount })
      yield { fromBlock: BigInt(page.from), toBlock: completeToBlock, logs: page.logs }
    }
    if (isAhead) throw new Error(`The chain has not reached block ${toBlock} yet.`)
    return completeToBlock
  } catch (error) {
    throw incomplete(error)
  } finally {
    signal?.removeEventListener('abort', abort)
    stopping.abort()
    pipeline?.stop()
  }
}

function reasonOf(error: unknown, signal: AbortSignal | undefined): LogsIncompleteError['reason'] {
  if (signal?.aborted) return 'aborted'
  return judge(error).kind === 'refused' ? 'refused' : 'unavailable'
}

function assertQuery({ address, topics, fromBlock, toBlock }: LogQuery<unknown>): void {
  for (const [name, list] of [
    ['address', address] as const,
    ...(topics ?? []).map((list) => ['topics', list] as const),
  ])
    if (Array.isArray(list) && list.length === 0)
      throw new InvalidInputError(name, `An empty list in \`${name}\` would match every log, not none.`)
  for (const [name, block] of [['fromBlock', fromBlock] as const, ['toBlock', toBlock] as const])
    if (block !== undefined && (block < 0n || block > BigInt(Number.MAX_SAFE_INTEGER)))
      throw new InvalidInputError(name, `The block number ${block} of \`${name}\` is out of range.`)
}
