import type { Hash } from 'viem'
import type { ExplorerApis } from '../../../chain/explorerApi/adapter.js'
import type { RawRecord } from '../findings.js'
import { readTransfer } from './historyItems.js'
import { readPage } from './readPage.js'

/** Token movements of one transaction: the last 50. */
export async function readMovements(
  { rest }: ExplorerApis,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<RawRecord[]> {
  return readPage(await rest(`/transactions/${hash}/token-transfers`, { type: 'ERC-20' }, signal)).items.map(
    readTransfer,
  )
}
