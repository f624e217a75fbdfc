import type { Explorer } from './connect.js'
import { explorerFailure } from './explorerFailure.js'
import { remembered } from './explorerState.js'
import { MalformedFieldError, readCount, readDecimal, readList, readObject } from './fields.js'

/** How far an explorer is. */
export type IndexedBlock = {
  /** Newest block in its index. */
  block: bigint
  /** False while it is still filling in older blocks. */
  finished: boolean
}

/** Asks an explorer how far it is; the answer of the last five seconds will do. */
export function readIndexedBlock(explorer: Explorer): Promise<IndexedBlock> {
  const { kind, apiUrl, chain } = explorer
  return remembered(`indexed block:${kind}:${apiUrl}`, async () => {
    try {
      return await (kind === 'blockscout' ? askBlockscout(explorer) : askEtherscan(explorer))
    } catch (error) {
      throw explorerFailure(`asking the explorer of chain ${chain.id} how far it is`, error)
    }
  })
}

async function askBlockscout({ rest }: Explorer): Promise<IndexedBlock> {
  const [status, blocks] = await Promise.all([
    rest('/main-page/indexing-status', {}, undefined),
    rest('/blocks', { type: 'block' }, undefined),
  ])
  const { finished_indexing_blocks: finished } = readObject(status, 'indexing status')
  if (typeof finished !== 'boolean') throw new MalformedFieldError('finished_indexing_blocks', finished)
  const [newest] = readList(readObject(blocks, 'list of blocks').items, 'items')
  return { block: BigInt(readCount(readObject(newest, 'block').height, 'height')), finished }
}

async function askEtherscan({ legacy }: Explorer): Promise<IndexedBlock> {
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const query = { module: 'block', action: 'getblocknobytime', timestamp, closest: 'before' }
  const { result } = readObject(await legacy('', query, undefined), 'answer')
  const number = typeof result === 'string' ? result : readObject(result, 'result').blockNumber
  return { block: readDecimal(number, 'blockNumber'), finished: true }
}
