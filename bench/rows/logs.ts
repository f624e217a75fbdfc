import { protectedTransferAbi } from '@holdfast/contracts'
import { getLogsChunked, primaryChain } from '@holdfast/sdk/chain'
import { createPublicClient, encodeEventTopics, http } from 'viem'
import { BLOCKS, CONTRACT, FIRST_BLOCK } from '../logSetting.js'
import { measure } from '../measure.js'
import { startLogEndpoint } from '../startLogEndpoint.js'
import type { Row } from './row.js'

const inFlight = 8
const chunk = 10_000
const runs = 3
const event = { address: CONTRACT, abi: protectedTransferAbi, eventName: 'TransferCreated' } as const

/** Reading twelve days of one event, beside a plain loop over the same ranges that decodes nothing. */
export async function measureLogs(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [logCount, baseline] of [
    [0, '400'],
    [20_000, '2450'],
  ] as const) {
    const { url, stop } = await startLogEndpoint(logCount)
    try {
      const { loop, ours } = await measure(
        {
          loop: () => plainLoop(url),
          // A new client per read: what one read learns about an endpoint must not help the next.
          ours: () => getLogsChunked(createPublicClient({ chain: primaryChain, transport: http(url) }), event),
        },
        runs,
      )
      rows.push({
        what: `log scan over 2.16 M blocks, ${logCount.toLocaleString('en')} logs`,
        unit: 'ms',
        baseline,
        goal: 2 * loop.median,
        ours: ours.median,
        peer: { name: 'plain loop of 8 that decodes nothing', value: loop.median },
      })
    } finally {
      stop()
    }
  }
  return rows
}

async function plainLoop(url: string): Promise<unknown[]> {
  const [topic0] = encodeEventTopics({ abi: protectedTransferAbi, eventName: event.eventName })
  const last = FIRST_BLOCK + BLOCKS - 1
  const starts = Array.from({ length: Math.ceil(BLOCKS / chunk) }, (_, page) => FIRST_BLOCK + page * chunk)
  const pages: unknown[][] = []
  let next = 0
  const worker = async () => {
    while (next < starts.length) {
      const page = next++
      const start = starts[page] ?? 0
      const range = { fromBlock: hex(start), toBlock: hex(Math.min(last, start + chunk - 1)) }
      const body = {
        jsonrpc: '2.0',
        id: page,
        method: 'eth_getLogs',
        params: [{ address: CONTRACT, topics: [topic0], ...range }],
      }
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      pages[page] = ((await response.json()) as { result: unknown[] }).result
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return pages.flat()
}

const hex = (number: number) => `0x${number.toString(16)}`
