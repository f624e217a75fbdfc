import type { ReadClient } from '@holdfast/sdk/chain'
import { hexToNumber, numberToHex } from 'viem'

/** A block header, as an endpoint returned it. */
export type Header = { number: number; hash: string; parentHash: string; timeMs: number }

/** @returns `undefined` when the endpoint does not have the block. */
export async function readHeader(client: ReadClient, block: number | 'latest'): Promise<Header | undefined> {
  const found = await client.request({
    method: 'eth_getBlockByNumber',
    params: [block === 'latest' ? block : numberToHex(block), false],
  })
  if (!found || found.number === null || found.hash === null) return undefined
  const number = hexToNumber(found.number)
  if (block !== 'latest' && number !== block) throw new MalformedBlockError()
  return {
    number,
    hash: found.hash.toLowerCase(),
    parentHash: found.parentHash.toLowerCase(),
    timeMs: hexToNumber(found.timestamp) * 1000,
  }
}

/** An endpoint returned another block than the requested one. */
class MalformedBlockError extends Error {
  override readonly name = 'MalformedBlockError'
}
