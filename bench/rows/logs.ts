import { protectedTransferAbi } from '@holdfast/contracts'
import { getLogsChunked, primaryChain } from '@holdfast/sdk/chain'
import { createPublicClient, http, type PublicClient } from 'viem'
import { BLOCKS, CONTRACT, FIRST_BLOCK, latencyMs } from '../logSetting.js'
import { startLogEndpoint } from '../startLogEndpoint.js'
import { median } from './processorTime.js'
import type { Row } from './row.js'

const inFlight = 8
const chunk = 10_000
const runs = 5
const event = { address: CONTRACT, abi: protectedTransferAbi, eventName: 'TransferCreated' } as const

/**
 * Reading twelve days of one event, in turn with the obvious loop: the goal is half its time. On a busy machine wall time says
 * little, so a reading takes its processor time, at the speed of the goals' machine, and the endpoint's latency for each request
 * that waits for another.
 */
export async function measureLogs(speed: number): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [logCount, baseline] of [
    [0, '400'],
    [20_000, '2450'],
  ] as const) {
    const { url, stop } = await startLogEndpoint(logCount)
    try {
      const times: { loop: number; ours: number }[] = []
      for (let run = 0; run <= runs; run++)
        times.push({
          loop: await readingMs(url, speed, plainLoop),
          ours: await readingMs(url, speed, (client) => getLogsChunked(client, event)),
        })
      // The first run warms up.
      const [loop, ours] = (['loop', 'ours'] as const).map((name) =>
        median(times.slice(1).map((time) => time[name])),
      ) as [number, number]
      rows.push({
        what: `log scan over 2.16 M blocks, ${logCount.toLocaleString('en')} logs`,
        unit: 'ms',
        baseline,
        goal: loop / 2,
        ours,
        peer: { name: 'plain loop of 8, viem getContractEvents', value: loop },
      })
    } finally {
      stop()
    }
  }
  return rows
}

/** With a new client, so that nothing learned about an endpoint in one reading helps the next. */
async function readingMs(
  url: string,
  speed: number,
  read: (client: PublicClient) => Promise<unknown[]>,
): Promise<number> {
  let answered = 0
  const fetchFn: typeof fetch = async (input, init) => {
    const wave = answered + 1
    const response = await fetch(input, init)
    answered = Math.max(answered, wave)
    return response
  }
  const start = process.cpuUsage()
  await read(createPublicClient({ chain: primaryChain, transport: http(url, { fetchFn }) }))
  const { user, system } = process.cpuUsage(start)
  return ((user + system) / 1e3) * speed + answered * latencyMs
}

/** To the chain's head, as `getLogsChunked` reads. */
async function plainLoop(client: PublicClient): Promise<unknown[]> {
  const last = Number(await client.getBlockNumber())
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
