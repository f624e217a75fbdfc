import { isInspected } from '../../../judge/inspectRequest.js'
import { isRawNumber, parseExactly } from './exactJson.js'
import { INVALID_REQUEST, PARSE_ERROR, type RpcError, type RpcRequest, TRANSACTION_REJECTED } from './messages.js'
import { notCheckedError } from './refusal.js'

/**
 * Reads the body of a JSON-RPC request.
 *
 * A message is rebuilt from the four members that JSON-RPC knows, so the node reads what was judged: of two members of one
 * name only the last is passed on, and none that differs from `params` by case alone, which some nodes read as `params`. Numbers that a
 * double cannot hold keep their digits.
 *
 * @param maxBatch - Most requests in one batch.
 */
export function parseMessage(body: Uint8Array, maxBatch: number): Message {
  let value: unknown
  try {
    value = readJson(body)
  } catch {
    return refuseDeep(body)
  }
  if (value === undefined)
    return { kind: 'invalid', error: { code: PARSE_ERROR, message: 'Parse error: this is not JSON.' } }
  if (!Array.isArray(value)) return { kind: 'single', element: readElement(value) }
  if (value.length === 0) return invalid('An empty batch.')
  if (value.length > maxBatch)
    return { kind: 'batch', elements: value.map((one) => refuseElement(one, value.length, maxBatch)) }
  return { kind: 'batch', elements: value.map(readElement) }
}

/** What a body holds. */
export type Message =
  | { kind: 'invalid'; error: RpcError }
  | { kind: 'single'; element: Element }
  | { kind: 'batch'; elements: readonly Element[] }

/** A request, or what is wrong with it. */
export type Element = { request: RpcRequest } | { request?: undefined; id: unknown; error: RpcError }

/** Whether a value is an object whose members may be read: no list, and no number that was kept as its digits. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws RangeError for what is nested too deeply to keep its numbers. */
function readJson(body: Uint8Array): unknown {
  try {
    return parseExactly(decoder.decode(body))
  } catch (error) {
    if (error instanceof RangeError) throw error
    return undefined
  }
}

/** In the shape of the message, in which clients look for their answer. */
function refuseDeep(body: Uint8Array): Message {
  const element = { id: null, error: tooDeep }
  const value: unknown = JSON.parse(decoder.decode(body))
  return Array.isArray(value) ? { kind: 'batch', elements: value.map(() => element) } : { kind: 'single', element }
}

/** It may hold a payment. */
export const tooDeep: RpcError = notCheckedError('Holdfast: the request is nested too deeply. Nothing was sent.')

function readElement(value: unknown): Element {
  if (!isRecord(value)) return faulty(null, 'A request is an object.')
  const { id, method } = value
  const isId = id === null || id === undefined || ['string', 'number'].includes(typeof id) || isRawNumber(id)
  if (!isId) return faulty(null, 'An `id` is a text or a number.')
  if (typeof method !== 'string') return faulty(id, 'A request names its `method`.')
  const { jsonrpc, params } = value
  return {
    request: {
      ...(jsonrpc !== undefined && { jsonrpc }),
      ...(id !== undefined && { id }),
      method,
      ...(params !== undefined && { params }),
    },
  }
}

/** One by one, in which clients look for their own: after one answer to all of them viem's `fallback` asks its next node. */
function refuseElement(value: unknown, length: number, maxBatch: number): Element {
  const element = readElement(value)
  if (!element.request) return element
  const { id, method } = element.request
  const message = `Holdfast: a batch of ${length} requests; the limit is ${maxBatch}. Nothing was sent.`
  return { id, error: { code: isInspected(method) ? TRANSACTION_REJECTED : INVALID_REQUEST, message } }
}

function faulty(id: unknown, message: string): Element {
  return { id, error: { code: INVALID_REQUEST, message: `Invalid request: ${message}` } }
}

function invalid(message: string): Message {
  return { kind: 'invalid', error: { code: INVALID_REQUEST, message: `Invalid request: ${message}` } }
}
