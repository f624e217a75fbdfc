import type { Address } from 'viem'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { TRANSFER_TOPIC } from '../../../chain/transferTopic.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { NO_AMOUNT } from './noAmount.js'
import { readLogList } from './readLogList.js'
import { readTransferLog } from './readTransferLog.js'

/** Transfers of nothing of one token, in or out, out of its raw logs; oldest first, as the host lists them. */
export function readZeroLogs(
  get: GetJson,
  token: Address,
  party: { from: Address } | { to: Address },
  scope: ListScope,
): Promise<ListRead<RawRecord>> {
  const topics = [TRANSFER_TOPIC, ...('from' in party ? [party.from] : [undefined, party.to])]
  return readLogList(get, { emitter: token, topics }, scope, (log) => {
    const row = log.data === NO_AMOUNT && !log.topics[3] ? readTransferLog(log) : undefined
    return row && { ...row, token, decimals: 6 }
  })
}
