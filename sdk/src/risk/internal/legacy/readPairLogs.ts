import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { TRANSFER_TOPIC } from '../../../chain/transferTopic.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { readLogList } from './readLogList.js'
import { readMultiTokenLog, readTransferLog } from './readTransferLog.js'

type Pair = { from: Address; to: Address }

/**
 * `Transfer` records of any contract from one address to the other, out of raw logs, oldest first: ERC-20 and ERC-721.
 * Only the pair is asked for, so that records about others cannot lengthen the list.
 */
export function readPairLogs(get: GetJson, { from, to }: Pair, scope: ListScope): Promise<ListRead<RawRecord>> {
  return readLogList(get, { topics: [TRANSFER_TOPIC, from, to] }, scope, readTransferLog)
}

/** Transfers of ERC-1155, single and in batches, likewise. The two events share the places of the parties. */
export function readMultiTokenLogs(get: GetJson, { from, to }: Pair, scope: ListScope): Promise<ListRead<RawRecord>> {
  return readLogList(get, { topics: [undefined, undefined, from, to] }, scope, readMultiTokenLog)
}
