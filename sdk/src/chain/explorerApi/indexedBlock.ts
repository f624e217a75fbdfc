import type { IndexedBlock } from './adapter.js'
import type { Explorer } from './connect.js'
import { explorerFailure } from './explorerFailure.js'
import { remembered } from './explorerState.js'

/** Asks an explorer how far it is; the answer of the last five seconds will do. */
export function readIndexedBlock(explorer: Explorer): Promise<IndexedBlock> {
  const { kind, apiUrl, chain, adapter, patienceMs } = explorer
  return remembered(`indexed block:${kind}:${apiUrl}`, patienceMs, async () => {
    try {
      return await adapter.readIndexedBlock(explorer)
    } catch (error) {
      throw explorerFailure(`asking the explorer of chain ${chain.id} how far it is`, error)
    }
  })
}
