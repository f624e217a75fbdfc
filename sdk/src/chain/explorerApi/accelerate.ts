import type { StoredEventPage } from '../logs/eventIndex.js'
import { type ExplorerLogQuery, explorerLogs } from './explorerLogs.js'
import { explorerUsable } from './explorerUsable.js'
import type { ExplorerOptions } from './options.js'

/** What an explorer knows of an index's events, where it is close enough to the chain to be believed. */
export async function accelerateByExplorer(
  query: ExplorerLogQuery,
  options: ExplorerOptions,
): Promise<StoredEventPage | undefined> {
  const { usable } = await explorerUsable(options)
  if (!usable) return undefined
  const { logs, completeToBlock } = await explorerLogs(query, options)
  return { fromBlock: Number(query.fromBlock), toBlock: Number(completeToBlock), events: logs }
}
