import { type Address, isAddressEqual, padHex } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import {
  MalformedFieldError,
  readAddress,
  readCount,
  readDate,
  readDecimal,
  readHash,
  readLegacyRows,
  readList,
  readObject,
  readQuantity,
  readSeconds,
} from '../../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { TRANSFER_TOPIC } from '../../../chain/transferTopic.js'
import {
  checkParty,
  onceEach,
  type RawRow,
  type ReadLimits,
  type RowList,
  readDecimals,
  readMethod,
  readPages,
  readSymbol,
} from '../rows.js'

/** Token transfers from and to an address, from Blockscout, newest first. */
export async function readTransfers(
  { rest, legacy }: ExplorerApis,
  { gasIsUsdc, usdc }: ChainDeployment,
  address: Address,
  limits: ReadLimits,
): Promise<RowList> {
  const listed = await readListedTransfers(rest, address, limits)
  // Only where USDC is the native coin does the explorer list the system's records in place of the token's.
  if (!gasIsUsdc) return listed
  const oldest = listed.rows.reduce((block, row) => Math.min(block, row.blockNumber), Number.MAX_SAFE_INTEGER)
  const query = { address, token: usdc, fromBlock: listed.complete ? 0 : oldest }
  const unlisted = await readUnlistedTransfers(legacy, query, limits)
  return { rows: [...listed.rows, ...unlisted.rows], complete: listed.complete && unlisted.complete }
}

/** Those of the REST API. */
async function readListedTransfers(get: GetJson, address: Address, limits: ReadLimits): Promise<RowList> {
  const path = `/addresses/${address}/token-transfers`
  const read = async (cursor: Query | undefined) => {
    const page = readObject(await get(path, { type: 'ERC-20', ...cursor }, limits.signal), 'page')
    const rows = readList(page.items, 'items').map((item) => checkParty(address, readTransfer(item)))
    return { rows, next: readCursor(page.next_page_params) }
  }
  const { rows, complete } = await readPages(read, limits)
  return { rows: onceEach(rows), complete }
}

const logsPerPage = 1_000

/**
 * What the transfer list of the primary chain leaves out: USDC transfers of nothing, and those to oneself. They are in
 * the token's raw logs only. They are hidden or idle rows, so a history without them is better than none.
 *
 * @param fromBlock - Older ones are of no use when the transfer list does not go back further.
 */
async function readUnlistedTransfers(
  get: GetJson,
  { address, token, fromBlock }: { address: Address; token: Address; fromBlock: number },
  limits: ReadLimits,
): Promise<RowList> {
  const lists = await Promise.all(
    [1, 2].map((place) => {
      const query = {
        module: 'logs',
        action: 'getLogs',
        address: token,
        topic0: TRANSFER_TOPIC,
        [`topic${place}`]: padHex(address, { size: 32 }).toLowerCase(),
        [`topic0_${place}_opr`]: 'and',
        toBlock: 'latest',
      }
      const read = async (start = fromBlock) => {
        const logs = readLegacyRows(await get('', { ...query, fromBlock: `${start}` }, limits.signal))
        const rows = logs.map((log) => checkParty(address, readTransferLog(log, token)))
        const last = rows.at(-1)?.blockNumber ?? start
        if (logs.length < logsPerPage) return { rows, next: undefined }
        // The last block may go on behind the page, so it is read again, unless nothing else would come.
        return last > start ? { rows, next: last } : { rows, next: last + 1, hasGap: true }
      }
      return readPages(read, limits, { isOptional: true })
    }),
  )
  const isUnlisted = ({ from, to, value }: RawRow) => value === 0n || isAddressEqual(from, to)
  const rows = lists.flatMap((list) => list.rows.filter(isUnlisted))
  return { rows: onceEach(rows), complete: lists.every(({ complete }) => complete) }
}

function readCursor(value: unknown): Query | undefined {
  if (value === null) return undefined
  const given = Object.entries(readObject(value, 'next_page_params')).filter(([, part]) => part !== null)
  if (given.length === 0) throw new MalformedFieldError('next_page_params', value)
  return Object.fromEntries(given.map(([name, part]) => [name, String(part)]))
}

function readTransfer(item: unknown): RawRow {
  const transfer = readObject(item, 'token transfer')
  const token = readObject(transfer.token, 'token')
  return {
    txHash: readHash(transfer.transaction_hash, 'transaction_hash'),
    blockNumber: readCount(transfer.block_number, 'block_number'),
    position: readCount(transfer.log_index, 'log_index'),
    from: readAddress(readObject(transfer.from, 'from').hash, 'from'),
    to: readAddress(readObject(transfer.to, 'to').hash, 'to'),
    // Builds before 2025 call it `address`.
    token: readAddress(token.address_hash ?? token.address, 'token'),
    value: readDecimal(readObject(transfer.total, 'total').value, 'total.value'),
    decimals: readDecimals(token.decimals),
    symbol: readSymbol(token.symbol),
    timestamp: readDate(transfer.timestamp, 'timestamp'),
    method: readMethod(transfer.method),
  }
}

function readTransferLog(value: unknown, token: Address): RawRow {
  const log = readObject(value, 'log')
  const [topic0, from, to] = readList(log.topics, 'topics')
  if (topic0 !== TRANSFER_TOPIC || !isAddressEqual(readAddress(log.address, 'log address'), token))
    throw new MalformedFieldError('log, which is not a transfer of the token,', log.transactionHash)
  return {
    txHash: readHash(log.transactionHash, 'transactionHash'),
    blockNumber: readCount(Number(readQuantity(log.blockNumber, 'blockNumber')), 'blockNumber'),
    position: readCount(Number(readQuantity(log.logIndex, 'logIndex')), 'logIndex'),
    from: readAddress(`0x${readHash(from, 'topic').slice(26)}`, 'topic'),
    to: readAddress(`0x${readHash(to, 'topic').slice(26)}`, 'topic'),
    token,
    value: readQuantity(log.data, 'data'),
    decimals: 0,
    symbol: '',
    timestamp: readSeconds(readQuantity(log.timeStamp, 'timeStamp'), 'timeStamp'),
  }
}
