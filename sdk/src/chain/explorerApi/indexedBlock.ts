import type { IndexedBlock } from './adapter.js'
import type { Explorer } from './connect.js'
import { explorerFailure } from './explorerFailure.js'
import { remembered } from './explorerState.js'

/** Asks an explorer how far it is; an answer of the last five seconds is used again. */
export function readIndexedBlock(explorer: Explorer): Promise<IndexedBlock> {
  const { adapter, kind, apiUrl, chain, patienceMs } = explorer
  return remembered(`indexed block:${kind}:${apiUrl}`, patienceMs, async () => {
    try {
      return await adapter.readIndexedBlock(explorer)
    } catch (error) {
      throw explorerFailure(`asking the explorer of chain ${chain.id} how far it is`, error)
    }
  })
}
