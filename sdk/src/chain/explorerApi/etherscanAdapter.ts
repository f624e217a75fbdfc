import type { ExplorerAdapter, ExplorerApis, IndexedBlock } from './adapter.js'
import { readDecimal, readObject } from './fields.js'

/** An Etherscan-like API: all calls at one URL. */
export const etherscanAdapter: ExplorerAdapter = {
  maxConcurrent: 2,
  legacyUrl: (apiUrl) => apiUrl,
  readIndexedBlock,
}

async function readIndexedBlock({ legacy }: ExplorerApis, signal?: AbortSignal): Promise<IndexedBlock> {
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const query = { module: 'block', action: 'getblocknobytime', timestamp, closest: 'before' }
  const { result } = readObject(await legacy('', query, signal), 'answer')
  const number = typeof result === 'string' ? result : readObject(result, 'result').blockNumber
  return { block: readDecimal(number, 'blockNumber'), finished: true }
}
