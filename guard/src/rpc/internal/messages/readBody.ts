import type { IncomingMessage } from 'node:http'
import { type ElementCounter, startCount } from './countElements.js'

/**
 * Reads the whole body of a request, within limits. What is too long is read to its end and dropped: clients read no answer before
 * they have sent their request.
 *
 * @returns The body; what of it is known if it is longer than `maxBytes` or takes longer than `timeoutMs`; `broken` if it ends early.
 */
export function readBody(
  incoming: IncomingMessage,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<Uint8Array | UnreadBody | 'broken'> {
  return new Promise((resolve) => {
    let chunks: Uint8Array[] = []
    let length = 0
    let count: ElementCounter | undefined
    const end = (outcome: Uint8Array | UnreadBody | 'broken') => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const giveUp = (outcome: UnreadBody) => {
      incoming.removeAllListeners('data')
      end(outcome)
    }
    const countAll = () => {
      count ??= startCount()
      for (const chunk of chunks) count.add(chunk)
      chunks = []
      return count.elements
    }
    const timer = setTimeout(() => giveUp({ why: 'late', elements: countAll() }), timeoutMs)
    incoming.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      chunks.push(chunk)
      if (length > maxBytes * drained) giveUp({ why: 'long', elements: countAll() })
      else if (length > maxBytes) countAll()
    })
    incoming.once('end', () => {
      const [first] = chunks
      if (length > maxBytes) end({ why: 'long', elements: countAll() })
      else end(first && chunks.length === 1 ? first : Buffer.concat(chunks, length))
    })
    incoming.once('error', () => end('broken'))
    incoming.once('close', () => end('broken'))
  })
}

/** A body that was not read as a whole. */
export type UnreadBody = {
  why: 'long' | 'late'
  /** How many requests of a batch have come; `undefined` for a single request. */
  elements: number | undefined
}

/** As many times the longest body are read and dropped. */
const drained = 32
