import { readLegacyRows } from '../../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import { collect, type ListRead, type ListScope, LongListError } from '../findings.js'
import { rowsPerPage } from './limits.js'
import { type ReadLog, readLog } from './readLog.js'

/** Raw logs that answer a query, oldest first; a row may appear twice where a page ends within a block. */
export function readLogList<row>(
  get: GetJson,
  query: Query,
  scope: ListScope,
  readRow: (log: ReadLog) => row | undefined,
): Promise<ListRead<row>> {
  let fromBlock = scope.fromBlock
  return collect(scope, async () => {
    const logs = readLegacyRows(await get('', { ...query, fromBlock: `${fromBlock}` }, scope.signal)).map(readLog)
    const isLast = logs.length < rowsPerPage
    // The last block may go on behind the page, so it is read again.
    const last = logs.at(-1)?.blockNumber ?? fromBlock
    if (!isLast && last <= fromBlock) throw new LongListError(`Block ${last} has more logs than a page.`)
    fromBlock = last
    return { rows: logs.map(readRow), isLast }
  })
}
