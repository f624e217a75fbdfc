import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import {
  MalformedFieldError,
  readAddress,
  readCount,
  readDecimal,
  readHash,
  readLegacyRows,
  readObject,
  readSeconds,
} from '../../../chain/explorerApi/fields.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import {
  checkParty,
  type RawRow,
  type ReadLimits,
  type RowList,
  readDecimals,
  readMethod,
  readPages,
  readSymbol,
} from '../rows.js'

const rowsPerPage = 1_000
/** Page times rows may not pass 10,000 on any host we know. */
const pagesPerBlock = 10

/**
 * Token transfers from and to an address, from an Etherscan-like API, newest first.
 *
 * Rows carry no number of their own that every host gives, so pages must not overlap. Each one ends with the last block
 * it surely holds whole, and the next starts below it: new rows shift nothing and the host's window does not matter.
 */
export async function readTransfers(
  { legacy }: ExplorerApis,
  _chain: ChainDeployment,
  address: Address,
  limits: ReadLimits,
): Promise<RowList> {
  const read = async (cursor: { endBlock: number; page: number } | undefined) => {
    const { endBlock, page } = cursor ?? { endBlock: Number.MAX_SAFE_INTEGER, page: 1 }
    const paging = { page: `${page}`, offset: `${rowsPerPage}`, sort: 'desc' }
    const end = cursor && { endblock: `${endBlock}` }
    const query = { module: 'account', action: 'tokentx', address, ...paging, ...end }
    const rows = readLegacyRows(await legacy('', query, limits.signal)).map((row) => checkParty(address, readRow(row)))
    checkOrder(rows, endBlock)
    const last = rows.at(-1)?.blockNumber
    if (last === undefined || rows.length < rowsPerPage) return { rows, next: undefined }
    if (rows[0]?.blockNumber === last)
      return page < pagesPerBlock
        ? { rows, next: { endBlock: last, page: page + 1 } }
        : { rows, next: { endBlock: last - 1, page: 1 }, hasGap: true }
    return { rows: rows.filter(({ blockNumber }) => blockNumber > last), next: { endBlock: last, page: 1 } }
  }
  const { rows, complete } = await readPages(read, limits)
  return { rows: rows.map((row, index) => ({ ...row, position: -index })), complete }
}

function readRow(value: unknown): RawRow {
  const row = readObject(value, 'row')
  return {
    txHash: readHash(row.hash, 'hash'),
    blockNumber: readCount(Number(readDecimal(row.blockNumber, 'blockNumber')), 'blockNumber'),
    position: 0,
    from: readAddress(row.from, 'from'),
    to: readAddress(row.to, 'to'),
    token: readAddress(row.contractAddress, 'contractAddress'),
    value: readDecimal(row.value, 'value'),
    decimals: readDecimals(row.tokenDecimal),
    symbol: readSymbol(row.tokenSymbol),
    timestamp: readSeconds(readDecimal(row.timeStamp, 'timeStamp'), 'timeStamp'),
    method: readMethod(row.methodId),
  }
}

/** A host that sorts otherwise, or ignores the end, would lead the reading astray. */
function checkOrder(rows: readonly RawRow[], endBlock: number): void {
  let before = endBlock
  for (const { blockNumber } of rows) {
    if (blockNumber > before) throw new MalformedFieldError('order of rows', `${blockNumber} after ${before}`)
    before = blockNumber
  }
}
