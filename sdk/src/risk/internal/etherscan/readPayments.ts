import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readAddress, readDecimal, readLegacyRows, readObject } from '../../../chain/explorerApi/fields.js'
import type { GetJson, Query } from '../../../chain/explorerApi/getJson.js'
import type { ChainDeployment } from '../../../chain/registry.js'
import { resultWindow, rowsPerPage } from '../legacy/limits.js'
import type { MovementList } from '../payees.js'

/** Lists of what an address has paid in the given tokens and in the chain's coin, as far as the page cap allows. */
export function readPayments(
  { legacy }: ExplorerApis,
  _chain: ChainDeployment,
  sender: Address,
  tokens: readonly Address[],
  maxPages: number,
  signal: AbortSignal | undefined,
): Promise<MovementList[]> {
  const read = (query: Parameters<typeof readAccountRows>[1]) => readAccountRows(legacy, query, maxPages, signal)
  return Promise.all([
    ...tokens.map((contractaddress) => read({ action: 'tokentx', address: sender, contractaddress })),
    read({ action: 'txlist', address: sender }),
  ])
}

/** All rows of an account list, newest first, as far as the page cap and the host's window allow. */
async function readAccountRows(
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
