import { type Address, isAddressEqual, padHex, zeroHash } from 'viem'
import { readLegacyRows } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { rowsPerPage } from './limits.js'
import { readLog } from './readLog.js'
import { transferTopic } from './transferTopic.js'

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
  const topics = [transferTopic, padHex(from, { size: 32 }), padHex(to, { size: 32 })].map((topic) =>
    topic.toLowerCase(),
  )
  const [topic0 = '', topic1 = '', topic2 = ''] = topics
  const operators = { topic0_1_opr: 'and', topic0_2_opr: 'and', topic1_2_opr: 'and' }
  const query = { module: 'logs', action: 'getLogs', address: token, topic0, topic1, topic2, ...operators }
  const found = new Set<string>()
  let fromBlock = 0n
  for (let page = 1; page <= maxPages; page++) {
    const range = { fromBlock: `${fromBlock}`, toBlock: 'latest' }
    const logs = readLegacyRows(await get('', { ...query, ...range }, signal)).map(readLog)
    for (const log of logs)
      if (
        log.data === zeroHash &&
        isAddressEqual(log.address, token) &&
        topics.every((topic, index) => log.topics[index] === topic)
      )
        found.add(log.key)
    if (logs.length < rowsPerPage) return found.size
    // The last block may go on behind the page, so it is read again.
    const last = logs.at(-1)?.blockNumber ?? fromBlock
    if (last <= fromBlock) break
    fromBlock = last
  }
  if (found.size === 0) throw new Error('There are more logs than the page cap allows to read.')
  return found.size
}
