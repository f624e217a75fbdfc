import { FIRST_BLOCK } from '../facts.js'
import { type ExplorerContext, indexedHead } from './context.js'
import { type LegacyReply, missing, ok, refused } from './legacyReply.js'

/** `module=block&action=getblocknobytime`: the last block before, or the first after, a time. */
export async function blockByTime(context: ExplorerContext, query: URLSearchParams): Promise<LegacyReply> {
  const absent = missing(query, ['timestamp', 'closest'])
  if (absent !== undefined) return absent
  const timestamp = query.get('timestamp') ?? ''
  const closest = query.get('closest')
  if (!/^[0-9]+$/.test(timestamp)) return refused('Invalid `timestamp` param')
  if (closest !== 'before' && closest !== 'after') return refused('Invalid `closest` param')

  const head = indexedHead(context)
  // Finds the first block later than the time, by bisection.
  let low = FIRST_BLOCK
  let high = head + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const late = closest === 'before' ? -1 : 0
    if ((await timeOf(context, middle)) + late >= Number(timestamp)) high = middle
    else low = middle + 1
  }
  const found = closest === 'before' ? low - 1 : low
  return found < FIRST_BLOCK || found > head ? refused('Block does not exist') : ok({ blockNumber: String(found) })
}

async function timeOf({ anvil }: ExplorerContext, number: number): Promise<number> {
  const tag = `0x${number.toString(16)}`
  return Number((await anvil.request<{ timestamp: string }>('eth_getBlockByNumber', [tag, false])).timestamp)
}
