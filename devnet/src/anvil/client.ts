import { Agent, request } from 'node:http'

/**
 * Speaks JSON-RPC with the anvil behind the devnet. Only the devnet knows its address.
 */
export function createAnvilClient(url: string): AnvilClient {
  // Not `fetch`, which costs twice as much: this runs several times a block.
  const agent = new Agent({ keepAlive: true })
  let nextId = 1

  function post(body: unknown): Promise<unknown> {
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

  return {
    async request<result>(method: string, params: readonly unknown[] = []) {
      // Written by anvil, which this process started; the caller knows what its method returns.
      const reply = (await post({ jsonrpc: '2.0', id: nextId++, method, params })) as Reply
      return unwrap(reply) as result
    },
    async batch<result>(calls: readonly AnvilCall[]) {
      if (calls.length === 0) return []
      const first = nextId
      nextId += calls.length
      const body = calls.map(([method, params], index) => ({ jsonrpc: '2.0', id: first + index, method, params }))
      // As above.
      const replies = (await post(body)) as Reply[]
      const byId = new Map(replies.map((reply) => [reply.id, reply]))
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

/** A refusal of anvil, as it came. */
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

type Reply = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

function unwrap(reply: Reply | undefined): unknown {
  if (reply === undefined) throw new Error('anvil left a call of a batch unanswered.')
  if (reply.error !== undefined) throw new AnvilRpcError(reply.error)
  return reply.result
}
