import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { TRANSFER_TOPIC } from '../../../chain/transferTopic.js'
import { LongListError } from '../findings.js'
import { NO_AMOUNT } from './noAmount.js'
import { readLogList } from './readLogList.js'

/**
 * Counts `Transfer(from, to, 0)` records of one token in its raw logs, the only place that shows them on every chain:
 * the primary chain's explorer leaves them out of its transfer lists.
 *
 * @throws when the page cap is reached before one is found: "none" could not be said truthfully.
 */
export async function countZeroLogs(
  get: GetJson,
  { token, from, to }: { token: Address; from: Address; to: Address },
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const filter = { emitter: token, topics: [TRANSFER_TOPIC, from, to] }
  const { rows, shortfall } = await readLogList(get, filter, { fromBlock: 0n, maxPages, signal }, (log) =>
    log.data === NO_AMOUNT && log.topics[1] && log.topics[2] ? log.key : undefined,
  )
  // One is enough to count against the address, however many more there are.
  if (shortfall !== undefined && !(rows.length > 0 && shortfall instanceof LongListError)) throw shortfall
  return new Set(rows).size
}
