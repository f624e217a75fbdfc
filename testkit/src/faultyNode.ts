import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, type Hex } from 'viem'

/** A node without a chain: fixed answers, fast, and faulty on request. */
export type FaultyNode = {
  url: string
  /** How often each marked request has come; the mark is what its result repeats. */
  readonly seen: ReadonlyMap<number, number>
  /** Batches whose elements did not come in the order of their marks. */
  readonly disordered: number
  /** Share of marked messages that are refused with 429, reset, or answered late, a third each. */
  faults: number
  stop: () => Promise<void>
}

/**
 * Starts a node whose chain stays at block 1,000,000, for programs that are measured in front of it.
 *
 * A balance is the mark in the last digits of its address; a transaction's hash and an estimate are the mark that its value carries.
 *
 * @param random - Between 0 and 1, for the faults.
 */
export async function startFaultyNode(random: () => number = Math.random): Promise<FaultyNode> {
  const seen = new Map<number, number>()
  let disordered = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(JSON.parse(Buffer.concat(chunks).toString()), response))
  })
  server.keepAliveTimeout = 60_000

  function answer(asked: Asked | Asked[], response: ServerResponse): void {
    const marks = [asked].flat().flatMap((one) => markOf(one) ?? [])
    for (const mark of marks) seen.set(mark, (seen.get(mark) ?? 0) + 1)
    if (marks.some((mark, index) => mark < (marks[index - 1] ?? 0))) disordered++
    const dice = marks.length > 0 && random() < node.faults ? random() : 1
    if (dice < 1 / 3) return void response.writeHead(429, { 'content-type': 'application/json' }).end('{}')
    if (dice < 2 / 3) return void response.destroy()
    const text = JSON.stringify(Array.isArray(asked) ? asked.map(run) : run(asked))
    const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    if (dice < 1) setTimeout(send, 20)
    else send()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: FaultyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get disordered() {
      return disordered
    },
    faults: 0,
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return node
}

type Asked = { id: unknown; method: string; params?: unknown }

/** The head of its chain. */
export const FAULTY_NODE_HEAD = 1_000_000n

function run(asked: Asked) {
  const { id, method } = asked
  const mark = markOf(asked)
  if (mark !== undefined) return { jsonrpc: '2.0', id, result: `0x${mark.toString(16)}` }
  const result = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (result === undefined) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } }
  return { jsonrpc: '2.0', id, result }
}

/** A multicall that returned one `false`, which is also how a single call reads. */
const noneVerified: Hex = encodeAbiParameters([{ type: 'uint256' }], [0n])

const answers: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x4cef52',
  eth_blockNumber: `0x${FAULTY_NODE_HEAD.toString(16)}`,
  eth_call: noneVerified,
  eth_getCode: '0x',
  eth_getTransactionCount: '0x1',
}

/** Its own number, where a request carries one. */
function markOf({ method, params }: Asked): number | undefined {
  const [first] = Array.isArray(params) ? params : []
  if (method === 'eth_getBalance' && typeof first === 'string') return Number(`0x${first.slice(-12)}`)
  if (method !== 'eth_sendTransaction' && method !== 'eth_estimateGas') return undefined
  const { value } = Object(first) as { value?: string }
  return value === undefined ? undefined : Number(value)
}
