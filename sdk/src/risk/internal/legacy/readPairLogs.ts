import { type Address, padHex } from 'viem'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { lower } from '../lower.js'
import type { ReadLog } from './readLog.js'
import { readLogList } from './readLogList.js'
import { readMultiTokenLog, readTransferLog } from './readTransferLog.js'
import { transferTopic } from './transferTopic.js'

type Pair = { from: Address; to: Address }

/**
 * `Transfer` records of any contract from one address to the other, out of raw logs, oldest first: ERC-20 and ERC-721.
 * Only the pair is asked for, so that records about others cannot lengthen the list.
 */
export function readPairLogs(get: GetJson, pair: Pair, scope: ListScope): Promise<ListRead<RawRecord>> {
  const [topic1, topic2] = topicsOf(pair)
  const operators = { topic0_1_opr: 'and', topic0_2_opr: 'and', topic1_2_opr: 'and' }
  return readList(get, { topic0: transferTopic, topic1, topic2, ...operators }, pair, scope, readTransferLog)
}

/** Transfers of ERC-1155, single and in batches, likewise. The two events share the places of the parties. */
export function readMultiTokenLogs(get: GetJson, pair: Pair, scope: ListScope): Promise<ListRead<RawRecord>> {
  const [topic2, topic3] = topicsOf(pair)
  return readList(get, { topic2, topic3, topic2_3_opr: 'and' }, pair, scope, readMultiTokenLog)
}

function topicsOf({ from, to }: Pair): [from: string, to: string] {
  return [padHex(from, { size: 32 }).toLowerCase(), padHex(to, { size: 32 }).toLowerCase()]
}

async function readList(
  get: GetJson,
  topics: Query,
  { from, to }: Pair,
  scope: ListScope,
  readRow: (log: ReadLog) => RawRecord | undefined,
): Promise<ListRead<RawRecord>> {
  const query = { module: 'logs', action: 'getLogs', ...topics, toBlock: 'latest' }
  const list = await readLogList(get, query, scope, readRow)
  return { ...list, rows: list.rows.filter((row) => row.from === lower(from) && row.to === lower(to)) }
}
