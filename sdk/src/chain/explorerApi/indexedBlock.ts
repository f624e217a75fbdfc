import type { ExplorerApis, ExplorerKind, IndexedBlock } from './adapter.js'
import { readBlockscoutBlock } from './blockscoutAdapter.js'
import type { Explorer } from './connect.js'
import { readEtherscanBlock } from './etherscanAdapter.js'
import { explorerFailure } from './explorerFailure.js'
import { remembered } from './explorerState.js'

/** Asks an explorer how far it is; the answer of the last five seconds will do. */
export function readIndexedBlock(explorer: Explorer): Promise<IndexedBlock> {
  const { kind, apiUrl, chain, patienceMs } = explorer
  return remembered(`indexed block:${kind}:${apiUrl}`, patienceMs, async () => {
    try {
      return await readers[kind](explorer)
    } catch (error) {
      throw explorerFailure(`asking the explorer of chain ${chain.id} how far it is`, error)
    }
  })
}

const readers: Readonly<Record<ExplorerKind, (apis: ExplorerApis) => Promise<IndexedBlock>>> = {
  blockscout: readBlockscoutBlock,
  etherscan: readEtherscanBlock,
}
