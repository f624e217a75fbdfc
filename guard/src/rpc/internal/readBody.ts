import type { IncomingMessage } from 'node:http'

/**
 * Reads the whole body of a request, within limits.
 *
 * @returns The body; `long` if it is longer than `maxBytes`, `late` after `timeoutMs`, `broken` if it ends early.
 */
export function readBody(
  incoming: IncomingMessage,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<Uint8Array | 'long' | 'late' | 'broken'> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('long')
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const end = (outcome: Uint8Array | 'long' | 'late' | 'broken') => {
      clearTimeout(timer)
      incoming.removeAllListeners('data')
      resolve(outcome)
    }
    const timer = setTimeout(end, timeoutMs, 'late')
    incoming.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length > maxBytes) end('long')
      else chunks.push(chunk)
    })
    incoming.once('end', () => end(Buffer.concat(chunks, length)))
    incoming.once('error', () => end('broken'))
    incoming.once('close', () => end('broken'))
  })
}
