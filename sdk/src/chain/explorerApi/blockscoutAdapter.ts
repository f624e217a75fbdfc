import type { ExplorerAdapter, ExplorerApis, IndexedBlock } from './adapter.js'
import { MalformedFieldError, readCount, readDate, readList, readObject } from './fields.js'

/** Blockscout: a REST API below `/api/v2`, and beside it the Etherscan-like calls below `/api`. */
export const blockscoutAdapter: ExplorerAdapter = { maxConcurrent: 16, legacyUrl, readIndexedBlock }

function legacyUrl(restUrl: string): string {
  const url = new URL(restUrl)
  url.pathname = url.pathname.replace(/\/v2\/*$/, '')
  return url.href
}

async function readIndexedBlock({ rest }: ExplorerApis): Promise<IndexedBlock> {
  const [status, { height }] = await Promise.all([
    rest('/main-page/indexing-status', {}, undefined),
    readNewestBlock(rest, undefined),
  ])
  const { finished_indexing_blocks: finished } = readObject(status, 'indexing status')
  if (typeof finished !== 'boolean') throw new MalformedFieldError('finished_indexing_blocks', finished)
  return { block: height, finished }
}

/** The newest block in the index. */
export async function readNewestBlock(
  rest: ExplorerApis['rest'],
  signal: AbortSignal | undefined,
): Promise<{ height: bigint; time: Date }> {
  const { items } = readObject(await rest('/blocks', { type: 'block' }, signal), 'list of blocks')
  const newest = readObject(readList(items, 'items')[0], 'block')
  return { height: BigInt(readCount(newest.height, 'height')), time: readDate(newest.timestamp, 'timestamp') }
}
