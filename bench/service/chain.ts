/**
 * The primary chain and its explorer, with the service's requests only, over HTTP and without latency, in a separate
 * process, so that it takes no time from the service. Run as `chain.ts <announcements>`; sends its URL to its parent
 * when it listens.
 */
import { createServer } from 'node:http'
import { PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { type Address, type Hex, numberToHex } from 'viem'
import { EventChain } from '../../service/test/eventChain.js'
import { stubChain } from '../../service/test/stubChain.js'
import { type Explored, explore } from './explore.js'

/** Announcements of a block: a page of 1,000 ends with one. */
const perBlock = 5

const boxes = stubChain()
const events = new EventChain()
for (let made = 0; made < Number(process.argv[2]); made += perBlock) events.mine(perBlock)
setInterval(() => events.mine(), 1_000)
const blocks = events.served().client
/** Calls only: polling for new blocks does not depend on the number of requests. */
let calls = 0

/** The parent's requests. All boxes have one owner and one target, like those of one payee. */
export type ChainOrder = { boxes?: { owner: Address; cosigner: Address; target: Address; count: number } }
export type ChainReply = { url?: string; startBlock?: number; boxes?: readonly Address[]; calls?: number }

process.on('message', (message) => {
  if (typeof message !== 'object') return
  const { boxes: wanted } = message as ChainOrder
  if (wanted === undefined) return reply({ calls })
  const { count, ...terms } = wanted
  reply({ boxes: Array.from({ length: count }, () => boxes.addBox({ ...terms, mode: 0 })) })
})

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', async () => {
    const isExplorer = request.method === 'GET'
    const text = isExplorer
      ? JSON.stringify(explore(new URL(request.url ?? '', 'http://explorer'), explored()))
      : await answer(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null)
    reply({ url: `http://127.0.0.1:${address.port}`, startBlock: events.startBlock })
})

function explored(): Explored {
  return { usdc: boxes.deployment.usdc, startBlock: events.startBlock, head: events.head }
}

function reply(message: ChainReply): void {
  process.send?.(message)
}

async function answer({ id, method, params }: RpcRequest): Promise<string> {
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: await result(method, params) })
  } catch (error) {
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: String(error) } })
  }
}

type RpcRequest = { id: number; method: string; params: [{ data: Hex; to?: Address }, string] }

async function result(method: string, params: RpcRequest['params']): Promise<unknown> {
  switch (method) {
    case 'eth_call':
      calls++
      // Answers that no transfer has settled at the target. Any other call with a recipient is a simulation.
      if (params[0].data.length === verifiedLength) return `0x${'0'.repeat(64)}`
      return boxes.client.request({ method, params } as never)
    case 'eth_getCode':
      return '0x00'
    case 'eth_chainId':
      return numberToHex(PRIMARY_CHAIN_ID)
    case 'eth_getBlockByNumber': {
      const block: unknown = await blocks.request({ method, params } as never)
      return block && { ...(block as object), baseFeePerGas: numberToHex(20_000_000_000) }
    }
    case 'eth_getTransactionCount':
    case 'eth_maxPriorityFeePerGas':
      return '0x0'
    case 'eth_getBalance':
      return numberToHex(10n ** 21n)
    default:
      return blocks.request({ method, params } as never)
  }
}

/** Calldata of a function of two addresses, as hex. */
const verifiedLength = 2 + 2 * (4 + 2 * 32)
