import { createServer, type ServerResponse } from 'node:http'
import type { ReadClient } from '@holdfast/sdk/chain'
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  http,
  numberToHex,
  type RpcLog,
} from 'viem'
import { MemoryChain } from './MemoryChain.js'

/** The event of the endpoint's logs. */
export const pingAbi = [
  {
    type: 'event',
    name: 'Ping',
    inputs: [
      { name: 'id', type: 'uint256', indexed: true },
      { name: 'caller', type: 'address', indexed: false },
    ],
  },
] as const

export const emitter: Address = '0x00000000000000000000000000000000000A11cE'

/** A request for logs, as it arrived. */
type LogRequest = {
  fromBlock: number
  toBlock: number
  topics: readonly (Hex | Hex[] | null)[]
  address: unknown
}

/** What the endpoint does instead of answering. */
export type Misbehaviour =
  | { error: { code: number; message: string }; status?: number; headers?: Record<string, string> }
  | { status: number; text: string; headers?: Record<string, string> }
  | { result: unknown }
  | 'hang'
  | 'reset'

export type LogEndpointOptions = {
  chainId?: number
  head: number
  /** Blocks that hold one ping each; a block named twice holds two. */
  blocks: readonly number[]
  /** Called before each request for logs; undefined lets the endpoint answer. */
  before?: (request: LogRequest, inFlight: number) => Misbehaviour | undefined
  /** Called before any other request. */
  beforeOther?: (method: string) => Misbehaviour | undefined
  latencyMs?: number
}

export type LogEndpoint = {
  client: ReadClient
  /** A second client, which shares no state with the first one. */
  newClient: () => ReadClient
  /** Requests for logs so far. */
  requests: LogRequest[]
  /** Highest number of concurrent requests for logs. */
  mostInFlight: () => number
  stop: () => Promise<void>
}

type Call = {
  id: number
  method: string
  params?: [{ fromBlock: Hex; toBlock: Hex; topics?: LogRequest['topics']; address?: unknown }]
}

/** A real HTTP endpoint on loopback that serves pings and fails on request. */
export async function startLogEndpoint(options: LogEndpointOptions): Promise<LogEndpoint> {
  const requests: LogRequest[] = []
  const chain = new MemoryChain(options.chainId ?? 5042002, { head: options.head })
  const pings = [...options.blocks].sort((a, b) => a - b).map(pingAt)
  for (const number of new Set(options.blocks))
    chain.put({ ...chain.block(number), logs: pings.filter((ping) => Number(ping.blockNumber) === number) })
  chain.cut(options.head)
  const answer = ({ method, params }: Call): Misbehaviour => {
    try {
      return { result: chain.answer(method, params) }
    } catch (error) {
      return { error: { code: -32601, message: String(error) } }
    }
  }
  let inFlight = 0
  let most = 0

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call: Call = JSON.parse(body)
    if (call.method !== 'eth_getLogs' || call.params === undefined) {
      send(response, call.id, options.beforeOther?.(call.method) ?? answer(call))
      return
    }
    const [{ fromBlock, toBlock, topics = [], address }] = call.params
    const asked = { fromBlock: Number(fromBlock), toBlock: Number(toBlock), topics, address }
    requests.push(asked)
    most = Math.max(most, ++inFlight)
    const misbehaviour = options.before?.(asked, inFlight)
    await new Promise((resolve) => setTimeout(resolve, options.latencyMs ?? 0))
    inFlight--
    send(response, call.id, misbehaviour ?? answer(call))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const newClient = () => createPublicClient({ transport: http(`http://127.0.0.1:${port}`, { timeout: 2_000 }) })

  return {
    client: newClient(),
    newClient,
    requests,
    mostInFlight: () => most,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The ids of the pings in blocks `from` to `to`, in chain order: what a read must return. */
export function idsBetween(blocks: readonly number[], from: number, to: number): bigint[] {
  return [...blocks]
    .sort((a, b) => a - b)
    .flatMap((block, index) => (block >= from && block <= to ? [BigInt(index)] : []))
}

function pingAt(block: number, index: number): RpcLog {
  return {
    address: emitter.toLowerCase() as Address,
    topics: encodeEventTopics({ abi: pingAbi, eventName: 'Ping', args: { id: BigInt(index) } }) as [Hex, ...Hex[]],
    data: encodeAbiParameters([{ type: 'address' }], [emitter]),
    blockHash: numberToHex(block, { size: 32 }),
    blockNumber: numberToHex(block),
    transactionHash: numberToHex(index, { size: 32 }),
    transactionIndex: '0x0',
    logIndex: numberToHex(index),
    removed: false,
  }
}

function send(response: ServerResponse, id: number, what: Misbehaviour): void {
  if (what === 'hang') return
  if (what === 'reset') {
    response.destroy()
    return
  }
  const { status, headers } = { status: 200, headers: {}, ...what }
  if ('text' in what) {
    response.writeHead(status, headers)
    response.end(what.text)
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const outcome = 'error' in what ? { error: what.error } : { result: what.result }
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
}
