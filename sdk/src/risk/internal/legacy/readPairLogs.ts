import { type Address, padHex } from 'viem'
import { MalformedFieldError, readHash } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import type { ListRead, ListScope, RawRecord } from '../findings.js'
import { lower } from '../lower.js'
import { readParty } from '../rows.js'
import type { ReadLog } from './readLog.js'
import { readLogList } from './readLogList.js'
import { transferTopic } from './transferTopic.js'

/**
 * `Transfer` records of any contract from one address to the other, out of raw logs, oldest first: ERC-20 and ERC-721.
 * Only the pair is asked for, so that records about others cannot lengthen the list.
 */
export async function readPairLogs(
  get: GetJson,
  { from, to }: { from: Address; to: Address },
  scope: ListScope,
): Promise<ListRead<RawRecord>> {
  const query = {
    module: 'logs',
    action: 'getLogs',
    topic0: transferTopic,
    topic1: padHex(from, { size: 32 }).toLowerCase(),
    topic2: padHex(to, { size: 32 }).toLowerCase(),
    topic0_1_opr: 'and',
    topic0_2_opr: 'and',
    topic1_2_opr: 'and',
    toBlock: 'latest',
  }
  const list = await readLogList(get, query, scope, readTransfer)
  const rows = list.rows.filter((row) => row.from === lower(from) && row.to === lower(to))
  return { ...list, rows }
}

/** `undefined` for a log that is no transfer of these standards. An ERC-721 token counts as one of a kind. */
function readTransfer(log: ReadLog): RawRecord | undefined {
  const [topic0, from, to, tokenId] = log.topics
  if (topic0 !== transferTopic) return undefined
  if (!from || !to) throw new MalformedFieldError('log', log.topics)
  if (!tokenId && log.data.length !== 66) return undefined
  return {
    from: readParty(`0x${from.slice(26)}`, 'topic'),
    to: readParty(`0x${to.slice(26)}`, 'topic'),
    token: lower(log.address),
    value: tokenId ? 1n : BigInt(log.data),
    decimals: tokenId ? 0 : 18,
    signer: null,
    blockNumber: log.blockNumber,
    logIndex: log.logIndex,
    timestamp: log.timestamp,
    transactionHash: readHash(log.transactionHash, 'transactionHash'),
    ...(tokenId && { kind: 'nft' as const }),
  }
}
