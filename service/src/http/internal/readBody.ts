import type { IncomingMessage } from 'node:http'

/**
 * Reads a body as bytes, up to a size and within a time limit. Bytes beyond the size are discarded.
 *
 * @returns The bytes, a problem, or `gone` when the caller disconnected.
 */
export function readBody(incoming: IncomingMessage, limits: { bytes: number; timeoutMs: number }): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const end = (result: Body) => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      // A later error is irrelevant, and must not end the process.
      incoming.on('error', () => {})
      resolve(result)
    }
    const onData = (chunk: Uint8Array) => {
      size += chunk.length
      if (size > limits.bytes) end('payload_too_large')
      else chunks.push(chunk)
    }
    // There is one chunk, as the condition says.
    const onEnd = () => end(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks))
    const onGone = () => end('gone')
    const timer = setTimeout(() => end('request_timeout'), limits.timeoutMs)
    incoming.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

/** How reading a body ended. */
export type Body = Uint8Array | 'payload_too_large' | 'request_timeout' | 'gone'

/**
 * The length that the head of a request announces. The parser has already refused a malformed length, two lengths, and
 * a length next to a transfer coding.
 *
 * @returns Bytes; infinity without a length; undefined for a transfer coding other than chunked.
 */
export function announcedLength(incoming: IncomingMessage): number | undefined {
  const { 'transfer-encoding': coding, 'content-length': length } = incoming.headers
  if (coding !== undefined) return coding.toLowerCase() === 'chunked' ? Number.POSITIVE_INFINITY : undefined
  return length === undefined ? 0 : Number(length)
}

/** Whether a body is JSON that is sent as it is. */
export function isPlainJson(incoming: IncomingMessage): boolean {
  const { 'content-type': type, 'content-encoding': coding } = incoming.headers
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return false
  return type !== undefined && json.test(type)
}

const json = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i
