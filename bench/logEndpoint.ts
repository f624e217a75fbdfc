/**
 * An endpoint that answers `eth_getLogs` as the primary chain's hosts do, in a separate process, so that it takes no
 * time from its readers. Run as `logEndpoint.ts <logs>`; prints its URL when it listens.
 *
 * 20 ms latency per request, at most 10,000 blocks per query, full log objects spread evenly over the blocks.
 */
import { createServer } from 'node:http'
import { protectedTransferAbi } from '@holdfast/contracts'
import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, numberToHex } from 'viem'
import { BLOCKS, CONTRACT, FIRST_BLOCK, latencyMs } from './logSetting.js'

const maxRange = 10_000
const maxResults = 20_000

const logCount = Number(process.argv[2])
const blockOf = (index: number) => FIRST_BLOCK + Math.floor(((index + 0.5) * BLOCKS) / logCount)
const serialized = Array.from({ length: logCount }, (_, index) => JSON.stringify(logAt(index)))

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(answer(JSON.parse(body)))
  }, latencyMs)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit())

function answer({ id, method, params }: { id: number; method: string; params: [{ fromBlock: Hex; toBlock: Hex }] }) {
  if (method === 'eth_chainId') return result(id, '"0x4cef52"')
  if (method === 'eth_blockNumber') return result(id, `"${numberToHex(FIRST_BLOCK + BLOCKS - 1)}"`)
  if (method !== 'eth_getLogs') return failure(id, -32601, 'the method does not exist')
  const from = Number(params[0].fromBlock)
  const to = Number(params[0].toBlock)
  if (to - from >= maxRange) return failure(id, -32012, 'requested range too large')
  const found = serialized.slice(firstFrom(from), firstFrom(to + 1))
  if (found.length > maxResults) return failure(id, -32602, `query exceeds max results ${maxResults}`)
  return result(id, `[${found.join(',')}]`)
}

/** Index of the first log at or after a block. */
function firstFrom(block: number): number {
  let low = 0
  let high = logCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (blockOf(middle) < block) low = middle + 1
    else high = middle
  }
  return low
}

function result(id: number, json: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${json}}`
}

function failure(id: number, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

/** 500 senders pay 4,000 recipients, as a busy integrator's customers would. */
function logAt(index: number) {
  const hash = (name: string, value: number) => keccak256(new TextEncoder().encode(`${name}:${value}`))
  const party = (name: string, value: number) => `0x${hash(name, value).slice(26)}` as Hex
  const block = blockOf(index)
  return {
    address: CONTRACT.toLowerCase(),
    topics: encodeEventTopics({
      abi: protectedTransferAbi,
      eventName: 'TransferCreated',
      args: {
        transferId: BigInt(index + 1),
        sender: party('sender', index % 500),
        to: party('recipient', (index * 7) % 4_000),
      },
    }),
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'uint64' }, { type: 'bytes32' }],
      [BigInt(1_000_000 + index), hash('config', index % 10), BigInt(1_790_000_000 + index), hash('claim', index)],
    ),
    blockHash: hash('block', block),
    blockNumber: numberToHex(block),
    blockTimestamp: numberToHex(1_757_515_087 + Math.floor(block / 2)),
    transactionHash: hash('transaction', index),
    transactionIndex: '0x0',
    logIndex: '0x2',
    removed: false,
  }
}
