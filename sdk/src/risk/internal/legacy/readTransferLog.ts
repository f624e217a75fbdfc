import { MalformedFieldError, readHash } from '../../../chain/explorerApi/fields.js'
import { TRANSFER_TOPIC } from '../../../chain/transferTopic.js'
import { lower } from '../../history/lower.js'
import type { RawRecord } from '../findings.js'
import { multiTokenTopics } from '../multiToken.js'
import { readParty } from '../rows.js'
import type { ReadLog } from './readLog.js'

/** `undefined` for a log that is not a transfer of these standards. An ERC-721 token counts as one of a kind. */
export function readTransferLog(log: ReadLog): RawRecord | undefined {
  const [topic0, from, to, tokenId] = log.topics
  if (topic0 !== TRANSFER_TOPIC) return undefined
  if (!from || !to) throw new MalformedFieldError('log', log.topics)
  if (!tokenId && log.data.length !== 66) return undefined
  const moved = tokenId ? oneOfAKind : { value: BigInt(log.data), decimals: 18 }
  return { ...recordOf(log, from, to), ...moved }
}

/** `undefined` for a log that is not a transfer of ERC-1155. */
export function readMultiTokenLog(log: ReadLog): RawRecord | undefined {
  const [topic0, , from, to] = log.topics
  if (!from || !to || !multiTokenTopics.some((topic) => topic === topic0)) return undefined
  return { ...recordOf(log, from, to), ...oneOfAKind }
}

const oneOfAKind = { value: 1n, decimals: 0, kind: 'nft' } as const

function recordOf(log: ReadLog, from: string, to: string): Omit<RawRecord, 'value' | 'decimals'> {
  return {
    from: readParty(`0x${from.slice(26)}`, 'topic'),
    to: readParty(`0x${to.slice(26)}`, 'topic'),
    token: lower(log.address),
    signer: null,
    blockNumber: log.blockNumber,
    logIndex: log.logIndex,
    timestamp: log.timestamp,
    transactionHash: readHash(log.transactionHash, 'transactionHash'),
  }
}
