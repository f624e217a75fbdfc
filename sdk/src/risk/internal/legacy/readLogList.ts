import type { Address, Hex } from 'viem'
import { isAddressEqual, padHex } from 'viem/utils'
import { MalformedFieldError, readLegacyRows } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { collect, type ListRead, type ListScope, LongListError } from '../findings.js'
import { type ReadLog, readLog } from './readLog.js'

/** Rows that one answer with raw logs holds at most. */
export const rowsPerPage = 1_000

/** Which logs are asked for. */
export type LogFilter = {
  /** Default: any contract. */
  emitter?: Address | undefined
  /** In their places, an address for the topic it makes; `undefined` where any will do. */
  topics: readonly (Hex | undefined)[]
}

/**
 * Raw logs, oldest first; a row may appear twice where a page ends within a block. What a host adds to what it was asked for
 * is left out; a log that lacks a topic is for `readRow` to judge.
 */
export function readLogList<row>(
  get: GetJson,
  { emitter, topics }: LogFilter,
  scope: ListScope,
  readRow: (log: ReadLog) => row | undefined,
): Promise<ListRead<row>> {
  const wanted = topics.flatMap((topic, place) => (topic ? [{ place, topic: topicOf(topic) }] : []))
  const query = {
    module: 'logs',
    action: 'getLogs',
    ...(emitter && { address: emitter }),
    ...Object.fromEntries(wanted.map(({ place, topic }) => [`topic${place}`, topic])),
    ...Object.fromEntries(
      wanted.flatMap(({ place }) =>
        wanted.filter((other) => other.place > place).map((other) => [`topic${place}_${other.place}_opr`, 'and']),
      ),
    ),
    toBlock: 'latest',
  }
  const isAsked = (log: ReadLog) =>
    (!emitter || isAddressEqual(log.address, emitter)) &&
    wanted.every(({ place, topic }) => log.topics[place] === topic || (place > 0 && !log.topics[place]))
  let fromBlock = scope.fromBlock
  return collect(scope, async () => {
    const first = fromBlock
    const rows = readLegacyRows(await get('', { ...query, fromBlock: `${first}` }, scope.signal))
    const logs = rows.map((row) => {
      const log = readLog(row)
      if (log.blockNumber < fromBlock) throw new MalformedFieldError('log, which does not answer the query', row)
      // The last block may go on behind the page, so it is read again.
      fromBlock = log.blockNumber
      return log
    })
    const isLast = logs.length < rowsPerPage
    if (!isLast && fromBlock === first) throw new LongListError(`Block ${first} has more logs than a page.`)
    return { rows: logs.map((log) => (isAsked(log) ? readRow(log) : undefined)), isLast }
  })
}

function topicOf(text: Hex): string {
  return padHex(text, { size: 32 }).toLowerCase()
}
