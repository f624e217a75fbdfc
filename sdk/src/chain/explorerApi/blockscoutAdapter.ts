import type { ExplorerAdapter, ExplorerApis, IndexedBlock } from './adapter.js'
import { MalformedFieldError, readCount, readList, readObject } from './fields.js'

/** Blockscout: a REST API below `/api/v2`, and beside it the Etherscan-like calls below `/api`. */
export const blockscoutAdapter: ExplorerAdapter = { maxConcurrent: 16, legacyUrl, readIndexedBlock }

function legacyUrl(restUrl: string): string {
  const url = new URL(restUrl)
  url.pathname = url.pathname.replace(/\/v2\/*$/, '')
  return url.href
}

async function readIndexedBlock({ rest }: ExplorerApis): Promise<IndexedBlock> {
  const [status, blocks] = await Promise.all([
    rest('/main-page/indexing-status', {}, undefined),
    rest('/blocks', { type: 'block' }, undefined),
  ])
  const { finished_indexing_blocks: finished } = readObject(status, 'indexing status')
  if (typeof finished !== 'boolean') throw new MalformedFieldError('finished_indexing_blocks', finished)
  const [newest] = readList(readObject(blocks, 'list of blocks').items, 'items')
  return { block: BigInt(readCount(readObject(newest, 'block').height, 'height')), finished }
}
