import { Agent, request } from 'node:http'
import { connectPipe } from './pipe.js'

/**
 * Sends JSON-RPC requests to the anvil behind the devnet. Only the devnet knows its addresses.
 *
 * @param url - Its HTTP endpoint.
 * @param pipe - Path of its socket, which answers for a third of the cost, several times a block.
 */
export async function createAnvilClient(url: string, pipe: string): Promise<AnvilClient> {
  const agent = new Agent({ keepAlive: true })
  const ask = await connectPipe(pipe)
  let nextId = 1

  /** Over HTTP each malformed request has its own message, and a subscription is refused. */
  function overHttp(body: unknown): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const asking = request(url, { method: 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString()))
          } catch (error) {
            reject(error)
          }
        })
      })
      asking.on('error', reject)
      asking.end(text)
    })
  }

  async function post(call: Call): Promise<Reply> {
    if (subscribing.test(call.method)) return overHttp(call)
    // Written by anvil, which this process started.
    const reply = (await ask(call.id, call)) as Reply
    return reply.error?.message.includes(unreadable) ? overHttp(call) : reply
  }

  return {
    async request<result>(method: string, params: readonly unknown[] = []) {
      // The caller knows what its method returns.
      return unwrap(await post({ jsonrpc: '2.0', id: nextId++, method, params })) as result
    },
    async batch<result>(calls: readonly AnvilCall[]) {
      if (calls.length === 0) return []
      const first = nextId
      nextId += calls.length
      const body = calls.map(([method, params], index) => ({ jsonrpc: '2.0', id: first + index, method, params }))
      // Written by anvil, which this process started.
      const replies = (await ask(first, body)) as Reply[]
      const byId = new Map(replies.map((reply) => [reply.id, reply]))
      // The caller knows what its methods return.
      return body.map(({ id }) => unwrap(byId.get(id)) as result)
    },
  }
}

export type AnvilClient = {
  request: <result = unknown>(method: string, params?: readonly unknown[]) => Promise<result>
  /** One round trip for many calls; the first refusal is thrown. */
  batch: <result = unknown>(calls: readonly AnvilCall[]) => Promise<result[]>
}

export type AnvilCall = readonly [method: string, params: readonly unknown[]]

/** An error of anvil, unchanged. */
export class AnvilRpcError extends Error {
  override readonly name = 'AnvilRpcError'
  readonly code: number
  readonly data: unknown
  constructor(error: { code: number; message: string; data?: unknown }) {
    super(error.message)
    this.code = error.code
    this.data = error.data
  }
}

/** Methods that need a permanent connection, which a user of the devnet does not have. */
const subscribing = /^eth_(?:un)?subscribe$/

/** Over the socket anvil has only this message for a malformed request. */
const unreadable = 'did not match any variant'

type Call = { jsonrpc: '2.0'; id: number; method: string; params: readonly unknown[] }

type Reply = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

function unwrap(reply: Reply | undefined): unknown {
  if (reply === undefined) throw new Error('anvil left a call of a batch unanswered.')
  if (reply.error !== undefined) throw new AnvilRpcError(reply.error)
  return reply.result
}
