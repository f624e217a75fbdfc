import type { Address } from 'viem'

/**
 * The explorer of the benchmark at the present time: every account has made one payment long ago, and nothing else has
 * happened.
 *
 * @throws For a path that the service did not request when this was written.
 */
export function explore({ pathname, searchParams }: URL, { usdc, startBlock, head }: Explored): unknown {
  const none = { items: [], next_page_params: null }
  if (searchParams.has('module')) {
    const address = searchParams.get('address')
    const isListed = searchParams.get('action') === 'tokentx' && address !== null
    return isListed
      ? { status: '1', message: 'OK', result: [payment(address, usdc, startBlock)] }
      : { status: '0', message: 'No records found', result: [] }
  }
  if (/addresses\/0x[0-9a-fA-F]{40}\/counters$/.test(pathname))
    return { transactions_count: '0', token_transfers_count: '1' }
  if (pathname.endsWith('/indexing-status'))
    return { finished_indexing: true, finished_indexing_blocks: true, indexed_blocks_ratio: '1.00' }
  if (pathname.endsWith('/blocks')) return { ...none, items: [{ height: head, timestamp: new Date() }] }
  if (/addresses\/0x[0-9a-fA-F]{40}\/(transactions|token-transfers)$/.test(pathname)) return none
  throw new Error(`No answer to ${pathname}.`)
}

/** The chain that the explorer shows. */
export type Explored = { usdc: Address; startBlock: number; head: number }

function payment(sender: string, usdc: Address, startBlock: number): unknown {
  return {
    from: sender,
    to: `0x${'4d'.repeat(20)}`,
    contractAddress: usdc,
    value: '1000000',
    tokenDecimal: '6',
    blockNumber: String(startBlock),
    logIndex: '0',
    timeStamp: '1700000000',
    hash: `0x${'5e'.repeat(32)}`,
  }
}
