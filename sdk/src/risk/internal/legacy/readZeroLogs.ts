import { type Address, isAddressEqual, padHex, zeroHash } from 'viem'
import { MalformedFieldError, readHash } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { lower } from '../lower.js'
import { readParty } from '../rows.js'
import type { ReadLog } from './readLog.js'
import { readLogList } from './readLogList.js'
import { transferTopic } from './transferTopic.js'

/** Transfers of nothing of one token, in or out, out of its raw logs; oldest first, as the host lists them. */
export async function readZeroLogs(
  get: GetJson,
  token: Address,
  party: { from: Address } | { to: Address },
  scope: ListScope,
): Promise<ListRead<RawRecord>> {
  const [place, address] = 'from' in party ? (['topic1', party.from] as const) : (['topic2', party.to] as const)
  const topic = padHex(address, { size: 32 }).toLowerCase()
  const query = {
    module: 'logs',
    action: 'getLogs',
    address: token,
    topic0: transferTopic,
    [place]: topic,
    [`topic0_${place.slice(-1)}_opr`]: 'and',
    toBlock: 'latest',
  }
  const list = await readLogList(get, query, scope, (log) => zeroRecord(log, token))
  return { ...list, rows: list.rows.filter(({ from, to }) => ('from' in party ? from : to) === lower(address)) }
}

function zeroRecord(log: ReadLog, token: Address): RawRecord | undefined {
  const [topic0, from, to, more] = log.topics
  const isTransfer = topic0 === transferTopic && !more && isAddressEqual(log.address, token)
  if (!isTransfer || log.data !== zeroHash) return undefined
  if (!from || !to) throw new MalformedFieldError('log', log.topics)
  return {
    from: readParty(`0x${from.slice(26)}`, 'topic'),
    to: readParty(`0x${to.slice(26)}`, 'topic'),
    token,
    value: 0n,
    decimals: 6,
    signer: null,
    blockNumber: log.blockNumber,
    logIndex: log.logIndex,
    timestamp: log.timestamp,
    transactionHash: readHash(log.transactionHash, 'transactionHash'),
  }
}
