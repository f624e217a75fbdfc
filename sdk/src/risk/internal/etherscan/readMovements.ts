import type { Hash } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readList, readObject } from '../../../chain/explorerApi/fields.js'
import type { RawRecord } from '../findings.js'
import { readLog } from '../legacy/readLog.js'
import { readTransferLog } from '../legacy/readTransferLog.js'

/** Token movements of one transaction, where the host offers the node's method. */
export async function readMovements(
  { legacy }: ExplorerApis,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<RawRecord[]> {
  const query = { module: 'proxy', action: 'eth_getTransactionReceipt', txhash: hash }
  const { result } = readObject(await legacy('', query, signal), 'answer')
  const logs = readList(readObject(result, 'receipt').logs, 'logs')
  return logs.flatMap((log) => readTransferLog(readLog(log)) ?? [])
}
