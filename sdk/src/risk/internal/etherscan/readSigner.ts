import type { Address, Hash } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readAddress, readObject } from '../../../chain/explorerApi/fields.js'

/** Who signed a transaction, where the host offers the node's method; `null` where it has no such transaction. */
export async function readSigner(
  { legacy }: ExplorerApis,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<Address | null> {
  const query = { module: 'proxy', action: 'eth_getTransactionByHash', txhash: hash }
  const { result } = readObject(await legacy('', query, signal), 'answer')
  return result === null ? null : readAddress(readObject(result, 'transaction').from, 'from')
}
