import { setImmediate } from 'node:timers/promises'
import type { Deadline } from '../deadline.js'
import { parseExactly } from '../messages/exactJson.js'
import { errorResponse, type RpcError, type RpcRequest, UPSTREAM_FAILED } from '../messages/messages.js'
import { type Element, isRecord, parseMessage, tooDeep } from '../messages/parseMessage.js'
import { notCheckedError } from '../messages/refusal.js'
import type { Upstream, UpstreamAnswer } from '../node/createUpstream.js'
import type { Answers } from './createAnswers.js'

/**
 * Answers JSON-RPC messages. The guard answers some requests itself. The others go to the node unchanged, and so do its answers to the
 * client. A batch is judged whole before any of it is forwarded, and answered in its order.
 */
export function createForwarder({ upstream, answer, maxBatch }: ForwarderOptions): Forwarder {
  return async (body, user, deadline) => {
    const message = parseMessage(body, maxBatch)
    if (message.kind === 'invalid') return json(errorResponse(null, message.error))
    try {
      if (message.kind === 'single') return await answerSingle(message.element, user, deadline)
      return await answerBatch(message.elements, user, deadline)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const response = errorResponse(null, tooDeep)
      return json(message.kind === 'single' ? response : `[${message.elements.map(() => response).join()}]`)
    } finally {
      deadline.clear()
    }
  }

  async function answerSingle(element: Element, user: string, deadline: Deadline): Promise<Reply> {
    const settled = await settle(element, user, deadline)
    if (settled.request) return relay(await upstream.post(JSON.stringify(settled.request)), settled.request)
    // A notification has no response.
    return isNotification(element.request) ? noContent : json(settled.response)
  }

  async function answerBatch(elements: readonly Element[], user: string, deadline: Deadline): Promise<Reply> {
    const settling: Promise<Settled>[] = []
    for (const element of elements) {
      settling.push(settle(element, user, deadline))
      // Signatures take long to read: other requests get their turn between two elements.
      await setImmediate()
    }
    const settled = await Promise.all(settling)
    const open = settled.flatMap(({ request }) => request ?? [])
    if (open.length === settled.length) return relay(await upstream.post(JSON.stringify(open)), open)
    // A refusal waits for the node no longer than for a verdict.
    const forwarded = open.length === 0 ? [] : await Promise.race([forward(open), deadline.over])
    const responses = forwarded === undefined ? open.map(lateResponse) : within8MiB(forwarded, open)
    const texts = settled.flatMap(({ response }, index) => {
      const text = response ?? responses.shift()
      return text === undefined || isNotification(elements[index]?.request) ? [] : [text]
    })
    return texts.length === 0 ? noContent : json(`[${texts.join(',')}]`)
  }

  /** A response for each request, with its own `id`: numbered for the node, since ids of a client may repeat. */
  async function forward(requests: readonly RpcRequest[]): Promise<string[]> {
    const numbered = requests.map((request, index) => (isNotification(request) ? request : { ...request, id: index }))
    const told = await upstream.post(JSON.stringify(numbered))
    const found = told.kind === 'failed' ? told.error : readResponses(told.bytes)
    return requests.map(({ id }, index) => {
      if (!(found instanceof Map)) return errorResponse(id, found)
      const response = found.get(index)
      return response ? JSON.stringify({ ...response, id: id ?? null }) : errorResponse(id, unanswered)
    })
  }

  async function settle(element: Element, user: string, deadline: Deadline): Promise<Settled> {
    const { request } = element
    if (!request) return { response: errorResponse(element.id, element.error) }
    try {
      return (await answer(request, user, deadline)) ?? { request }
    } catch {
      // After a fault of the guard the request counts as unchecked and is not forwarded.
      return { response: errorResponse(request.id, notCheckedError('Holdfast: this request could not be checked.')) }
    }
  }
}

/** A response, or what is left to the node. */
type Settled = { response: string; request?: undefined } | { response?: undefined; request: RpcRequest }

export type ForwarderOptions = {
  upstream: Upstream
  answer: Answers
  maxBatch: number
}

/**
 * @param user - Whose request it is; an empty text where there is only one user.
 * @param deadline - When the client does not wait longer for a verdict.
 */
export type Forwarder = (body: Uint8Array, user: string, deadline: Deadline) => Promise<Reply>

/** What goes out over HTTP. */
export type Reply = { status: number; body: string | Uint8Array; retryAfter?: string | undefined }

const noContent: Reply = { status: 204, body: '' }

const unanswered: RpcError = {
  code: UPSTREAM_FAILED,
  message: 'The node behind Holdfast left this request unanswered.',
}

function lateResponse({ id }: RpcRequest): string {
  return errorResponse(id, { code: UPSTREAM_FAILED, message: 'The node behind Holdfast did not answer in time.' })
}

/** viem reads 10 MiB. It takes a longer answer for a failure, and its `fallback` sends the batch with the refused payment to its next node. */
function within8MiB(responses: string[], asked: readonly RpcRequest[]): string[] {
  const length = responses.reduce((sum, response) => sum + Buffer.byteLength(response), 0)
  return length <= 8 * 1024 * 1024 ? responses : asked.map(({ id }) => errorResponse(id, tooMuch))
}

const tooMuch: RpcError = {
  code: UPSTREAM_FAILED,
  message: 'The answer of the node behind Holdfast is too long beside a refused payment: ask for less at once.',
}

function json(body: string): Reply {
  return { status: 200, body }
}

function isNotification(request: RpcRequest | undefined): boolean {
  return request !== undefined && request.id === undefined
}

/** The node's answer, or its failure in the place of an answer to each request. */
function relay(answer: UpstreamAnswer, asked: RpcRequest | readonly RpcRequest[]): Reply {
  const requests = [asked].flat()
  const { status, retryAfter } = answer
  const awaited = requests.filter((request) => !isNotification(request))
  if (answer.kind === 'json' && (answer.bytes.length > 0 || awaited.length === 0))
    return { status: answer.bytes.length > 0 ? status : 204, body: answer.bytes, retryAfter }
  const error = answer.kind === 'failed' ? answer.error : unanswered
  const texts = awaited.map(({ id }) => errorResponse(id, error))
  if (texts.length === 0) return noContent
  return { status, body: Array.isArray(asked) ? `[${texts.join(',')}]` : (texts[0] ?? ''), retryAfter }
}

/** Responses by the number of their request, or the error that the node returned for the whole batch. */
function readResponses(bytes: Uint8Array): Map<unknown, Readonly<Record<string, unknown>>> | RpcError {
  try {
    const value = parseExactly(Buffer.from(bytes).toString())
    if (Array.isArray(value)) return new Map(value.filter(isRecord).map((response) => [response.id, response]))
    if (isRecord(value) && isRpcError(value.error)) return value.error
  } catch {
    // Not JSON: as if there were no answer.
  }
  return unanswered
}

function isRpcError(value: unknown): value is RpcError {
  return isRecord(value) && typeof value.code === 'number' && typeof value.message === 'string'
}
