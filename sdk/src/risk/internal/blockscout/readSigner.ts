import type { Address, Hash } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import { readAddress, readObject } from '../../../chain/explorerApi/fields.js'

/** Who signed a transaction. */
export async function readSigner(
  { rest }: ExplorerApis,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<Address> {
  const transaction = readObject(await rest(`/transactions/${hash}`, {}, signal), 'transaction')
  return readAddress(readObject(transaction.from, 'from').hash, 'from')
}
