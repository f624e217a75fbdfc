import { type Address, isAddressEqual, padHex, zeroHash } from 'viem'
import {
  readAddress,
  readDecimal,
  readHex,
  readLegacyRows,
  readList,
  readObject,
} from '../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../chain/explorerApi/getJson.js'
import type { AddressActivity } from '../IDataProvider.js'
import type { MovementList } from './payees.js'

/** Readers for Etherscan-like calls, which Blockscout offers too. */

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const rowsPerPage = 1_000
/** Page times rows may not pass this on any host we know. */
export const resultWindow = 10_000

/** All rows of an account list, newest first, as far as the page cap and the host's window allow. */
export async function readAccountRows(
  get: GetJson,
  query: Query & { action: 'tokentx' | 'txlist' },
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList> {
  const movements = []
  const lastPage = Math.min(maxPages, resultWindow / rowsPerPage)
  for (let page = 1; page <= lastPage; page++) {
    const paging = { page: `${page}`, offset: `${rowsPerPage}`, sort: 'desc' }
    const rows = readLegacyRows(await get('', { module: 'account', ...query, ...paging }, signal))
    movements.push(...rows.map((row) => readMovement(row, query.action)))
    if (rows.length < rowsPerPage) return { movements, complete: true }
  }
  return { movements, complete: false }
}

/** The first rows of both account lists: enough to tell since when and whether at all an address is used. */
export async function readEarliest(
  get: GetJson,
  address: Address,
  signal: AbortSignal | undefined,
): Promise<AddressActivity> {
  const first = async (action: 'tokentx' | 'txlist', offset: string) =>
    readLegacyRows(await get('', { module: 'account', action, address, page: '1', offset, sort: 'asc' }, signal))
  const [transactions, transfers] = await Promise.all([first('txlist', '100'), first('tokentx', '1')])
  const times = [...transactions, ...transfers].map(readTime)
  return {
    transactionCount: transactions.length,
    firstSeenAt: times.length > 0 ? new Date(Math.min(...times)) : null,
  }
}

/** Time of the first token transfer of any kind; undefined where there is none. */
export async function readFirstTransferTime(
  get: GetJson,
  address: Address,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const query = { module: 'account', action: 'tokentx', address, page: '1', offset: '1', sort: 'asc' }
  const [row] = readLegacyRows(await get('', query, signal))
  return row === undefined ? undefined : readTime(row)
}

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

function readMovement(value: unknown, action: 'tokentx' | 'txlist') {
  const row = readObject(value, 'row')
  return {
    from: readAddress(row.from, 'from'),
    to: row.to === '' || row.to === null ? null : readAddress(row.to, 'to'),
    token: action === 'tokentx' ? readAddress(row.contractAddress, 'contractAddress') : null,
    value: readDecimal(row.value, 'value'),
    isSettled: action === 'tokentx' || row.isError === '0',
  }
}

function readTime(value: unknown): number {
  return Number(readDecimal(readObject(value, 'row').timeStamp, 'timeStamp')) * 1_000
}

/** A raw log, as far as it is of use. */
export type ReadLog = ReturnType<typeof readLog>

export function readLog(value: unknown) {
  const row = readObject(value, 'log')
  const quantity = (value: unknown, what: string) => BigInt(`0x0${readHex(value, what).slice(2)}`)
  const blockNumber = quantity(row.blockNumber, 'blockNumber')
  const logIndex = Number(quantity(row.logIndex, 'logIndex'))
  return {
    address: readAddress(row.address, 'log address'),
    topics: readList(row.topics, 'topics').map((topic) => (topic === null ? null : readHex(topic, 'topic'))),
    data: readHex(row.data, 'data'),
    blockNumber,
    logIndex,
    timestamp: row.timeStamp === undefined ? null : new Date(Number(quantity(row.timeStamp, 'timeStamp')) * 1_000),
    transactionHash: row.transactionHash,
    key: `${blockNumber}:${logIndex}`,
  }
}
