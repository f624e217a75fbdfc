import type { Address } from 'viem'
import { readLegacyRows } from '../../../chain/explorerApi/fields.js'
import type { GetJson } from '../../../chain/explorerApi/getJson.js'
import { readTime } from './readTime.js'

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
