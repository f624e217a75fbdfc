import { protectedTransferAbi } from '@holdfast/contracts'
import { getLogsChunked, primaryChain } from '@holdfast/sdk/chain'
import { createPublicClient, http } from 'viem'
import { BLOCKS, CONTRACT, FIRST_BLOCK } from '../logSetting.js'
import { measure } from '../measure.js'
import { startLogEndpoint } from '../startLogEndpoint.js'
import type { Row } from './row.js'

const inFlight = 8
const chunk = 10_000
const runs = 3
const event = { address: CONTRACT, abi: protectedTransferAbi, eventName: 'TransferCreated' } as const

/** Reading twelve days of one event, in turn with the obvious loop: the goal is half its time. */
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
          // A new client per read, so that nothing learned about an endpoint in one read helps the next.
          ours: () => getLogsChunked(createPublicClient({ chain: primaryChain, transport: http(url) }), event),
        },
        runs,
      )
      rows.push({
        what: `log scan over 2.16 M blocks, ${logCount.toLocaleString('en')} logs`,
        unit: 'ms',
        baseline,
        goal: loop.median / 2,
        ours: ours.median,
        peer: { name: 'plain loop of 8, viem getContractEvents', value: loop.median },
      })
    } finally {
      stop()
    }
  }
  return rows
}

async function plainLoop(url: string): Promise<unknown[]> {
  const client = createPublicClient({ chain: primaryChain, transport: http(url) })
  const last = FIRST_BLOCK + BLOCKS - 1
  const starts = Array.from({ length: Math.ceil(BLOCKS / chunk) }, (_, page) => FIRST_BLOCK + page * chunk)
  const pages: unknown[][] = []
  let next = 0
  const worker = async () => {
    while (next < starts.length) {
      const page = next++
      const start = starts[page] ?? 0
      const range = { fromBlock: BigInt(start), toBlock: BigInt(Math.min(last, start + chunk - 1)) }
      pages[page] = await client.getContractEvents({ ...event, ...range })
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return pages.flat()
}
