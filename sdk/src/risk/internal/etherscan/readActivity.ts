import type { Address } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readLegacyRows } from '../../../chain/explorerApi/fields.js'
import type { AddressActivity } from '../../history/IDataProvider.js'
import type { ActivityScope } from '../findings.js'
import { readTime } from '../legacy/readTime.js'

/** The first rows of both account lists: enough to tell since when and whether at all an address is used. */
export async function readActivity(
  { legacy }: ExplorerApis,
  address: Address,
  { signal }: ActivityScope,
): Promise<AddressActivity> {
  const first = async (action: 'tokentx' | 'txlist', offset: string) =>
    readLegacyRows(await legacy('', { module: 'account', action, address, page: '1', offset, sort: 'asc' }, signal))
  const [transactions, transfers] = await Promise.all([first('txlist', '100'), first('tokentx', '1')])
  const times = [...transactions, ...transfers].map(readTime)
  return {
    transactionCount: transactions.length,
    firstSeenAt: times.length > 0 ? new Date(Math.min(...times)) : null,
  }
}
