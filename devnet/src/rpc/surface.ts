import { AnvilRpcError } from '../anvil/client.js'
import type { FaultState } from '../faults/FaultState.js'
import { sleep, withFault } from '../faults/withFaults.js'
import { type HttpReply, json, type Surface, text } from '../http/reply.js'
import { RpcError } from './errors.js'

/** Serves one chain's JSON-RPC over HTTP, single and batch, with the active faults. */
export function rpcSurface({ faults, surface, answer, forbids = () => false }: RpcServer): Surface {
  let inFlight = 0

  return async ({ method, body }) => {
    if (method !== 'POST') return text(405, 'JSON-RPC is asked with POST.')
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch {
      return json(200, failure(null, new RpcError(-32700, 'parse error')))
    }
    inFlight++
    try {
      await sleep(faults.current[surface].latencyMs)
      return Array.isArray(parsed) ? await answerBatch(parsed) : await answerOne(parsed)
    } finally {
      inFlight--
    }
  }

  async function answerOne(item: unknown): Promise<HttpReply> {
    const call = readCall(item)
    const rateLimited = () => json(429, failure(call.id, rateLimit()), rateLimitHeaders)
    if (overLimit(inFlight)) return rateLimited()
    if (forbids(call.method)) return text(403, 'Request method filtered')
    return withFault(faults.take(surface, call.method), async () => json(200, await run(call)), rateLimited)
  }

  async function answerBatch(items: readonly unknown[]): Promise<HttpReply> {
    if (items.length === 0) return json(200, failure(null, new RpcError(-32600, 'empty batch')))
    if (items.length > maxBatch)
      return json(200, failure(null, new RpcError(-32600, `batch size ${items.length} exceeds limit of ${maxBatch}`)))
    const calls = items.map(readCall)
    const rules = calls.map((call) => faults.take(surface, call.method))
    const whole = rules.find((rule) => rule !== undefined && rule.kind !== 'rate-limit')
    const answerAll = async () =>
      json(
        200,
        await Promise.all(
          calls.map((call, index) =>
            rules[index]?.kind === 'rate-limit' || overLimit(inFlight + index)
              ? failure(call.id, rateLimit())
              : run(call),
          ),
        ),
      )
    return withFault(whole, answerAll, () => text(429, 'Too many requests'))
  }

  function overLimit(concurrent: number): boolean {
    const { maxConcurrent } = faults.current[surface]
    return maxConcurrent !== null && concurrent > maxConcurrent
  }

  async function run({ id, method, params }: Call) {
    try {
      return { jsonrpc: '2.0', id, result: await answer(method, params) }
    } catch (error) {
      return failure(id, error)
    }
  }
}

type RpcServer = {
  faults: FaultState
  /** Name of the chain's faults. */
  surface: 'rpc' | 'remoteRpc'
  /** Returns the result of one call, or throws the refusal. */
  answer: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** True for methods that the host's filter refuses with HTTP 403. */
  forbids?: ((method: string) => boolean) | undefined
}

const maxBatch = 100

const rateLimitHeaders = {
  'x-ratelimit-limit': '1, 1;w=1',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': '1',
}

type Call = { id: unknown; method: string; params: readonly unknown[] }

function readCall(item: unknown): Call {
  const { id, method, params }: Record<string, unknown> = Object(item)
  return { id: id ?? null, method: String(method), params: Array.isArray(params) ? params : [] }
}

function rateLimit(): RpcError {
  return new RpcError(-32011, 'request limit reached')
}

function failure(id: unknown, error: unknown) {
  if (error instanceof RpcError || error instanceof AnvilRpcError) {
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
  }
  return {
    jsonrpc: '2.0',
    id,
    error: { code: -32603, message: error instanceof Error ? error.message : String(error) },
  }
}
