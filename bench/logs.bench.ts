/** Reading events over a long range: `getLogsChunked` against a plain loop over viem's own reader. */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { protectedTransferAbi } from '@holdfast/contracts'
import { getLogsChunked, primaryChain } from '@holdfast/sdk/chain'
import { createPublicClient, http, type PublicClient } from 'viem'
import { BLOCKS, CONTRACT, FIRST_BLOCK } from './logSetting.js'
import { header, measure, row } from './measure.js'
import { startLogEndpoint } from './startLogEndpoint.js'

const runs = 9
const inFlight = 8
const chunk = 10_000

const event = { address: CONTRACT, abi: protectedTransferAbi, eventName: 'TransferCreated' } as const
type Found = { args: { transferId?: bigint | undefined }; blockNumber: bigint | null; transactionHash: string | null }

const viemManifest = fileURLToPath(import.meta.resolve('viem/package.json'))
const { version: viemVersion } = JSON.parse(readFileSync(viemManifest, 'utf8'))
console.log(`logs: ${BLOCKS.toLocaleString('en')} blocks, 20 ms latency, at most 10,000 blocks per query`)
console.log(`${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, viem ${viemVersion}, ${runs} runs each\n`)
console.log(header)
for (const logCount of [0, 20_000]) await compare(logCount)

async function compare(logCount: number): Promise<void> {
  const { url, stop } = await startLogEndpoint(logCount)
  try {
    // A new client per read, so that nothing learned about an endpoint in one read helps the next.
    const newClient = () => createPublicClient({ chain: primaryChain, transport: http(url) })
    const times = await measure(
      {
        loop: async () => check(await plainLoop(newClient()), logCount),
        engine: async () => check(await getLogsChunked(newClient(), event), logCount),
        narrow: async () => check(await getLogsChunked(newClient(), event, { concurrency: inFlight }), logCount),
      },
      runs,
    )
    const name = `${logCount.toLocaleString('en')} logs`
    console.log(row(`${name}, plain loop of ${inFlight} in flight`, times.loop))
    console.log(row(`${name}, getLogsChunked`, times.engine, times.loop))
    console.log(row(`${name}, the same held to ${inFlight} in flight`, times.narrow, times.loop))
    console.log()
  } finally {
    stop()
  }
}

/** The obvious reader: eight workers, each taking the next range, viem decoding. */
async function plainLoop(client: PublicClient): Promise<Found[]> {
  const head = Number(await client.getBlockNumber())
  const starts: number[] = []
  for (let start = FIRST_BLOCK; start <= head; start += chunk) starts.push(start)
  const pages: Found[][] = []
  let next = 0
  const worker = async () => {
    while (next < starts.length) {
      const page = next++
      const start = starts[page] ?? 0
      const logs = await client.getContractEvents({
        ...event,
        fromBlock: BigInt(start),
        toBlock: BigInt(Math.min(head, start + chunk - 1)),
      })
      pages[page] = logs.map(({ args, blockNumber, transactionHash }) => ({ args, blockNumber, transactionHash }))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return pages.flat()
}

/** Both contenders must return the same: every log, in chain order. */
function check(found: readonly Found[], logCount: number): void {
  const isWhole = found.length === logCount && found.every(({ args }, index) => args.transferId === BigInt(index + 1))
  if (!isWhole) throw new Error(`Expected ${logCount} logs in chain order, got ${found.length}.`)
}
