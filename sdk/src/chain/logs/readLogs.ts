import type { RpcLog } from 'viem'
import { LogsIncompleteError } from '../../errors/chain.js'
import type { ReadClient } from '../clients.js'
import { type LogQuery, type ReadLogsOptions, streamLogs } from './streamLogs.js'

/** Logs, and how far they go. */
export type ReadLogsResult<log> = {
  /** In chain order, each log once. */
  logs: log[]
  /** There is no matching log up to this block that is not in the list. */
  completeToBlock: bigint
}

/**
 * Reads logs to the end and returns them together. See {@link streamLogs} for how, and for reads whose logs should not
 * all be held at once.
 *
 * @throws {@link LogsIncompleteError} carrying what was read: keep `error.logs` and resume from
 *   `error.completeToBlock + 1n`. `InvalidInputError`
 * @example
 * const { logs, completeToBlock } = await readLogs(publicClient, { address, fromBlock: 51_326_557n })
 */
export async function readLogs<log = RpcLog>(
  client: ReadClient,
  query: LogQuery<log>,
  options: ReadLogsOptions = {},
): Promise<ReadLogsResult<log>> {
  const logs: log[] = []
  const pages = streamLogs(client, query, options)
  try {
    for (;;) {
      const page = await pages.next()
      if (page.done) return { logs, completeToBlock: page.value }
      for (const log of page.value.logs) logs.push(log)
    }
  } catch (error) {
    if (!(error instanceof LogsIncompleteError)) throw error
    throw new LogsIncompleteError(error.completeToBlock, logs, error.reason, error.cause)
  }
}
