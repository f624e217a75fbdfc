import { setTimeout } from 'node:timers'
import type { HttpReply } from '../http/reply.js'
import { text } from '../http/reply.js'
import type { FaultRule } from './rules.js'

/**
 * Answers a request according to the rule, or normally without one.
 *
 * @param rateLimited - The surface's own 429 answer.
 */
export async function withFault(
  rule: FaultRule | undefined,
  answer: () => Promise<HttpReply>,
  rateLimited: () => HttpReply,
): Promise<HttpReply> {
  switch (rule?.kind) {
    case undefined:
      return answer()
    case 'rate-limit':
      return rateLimited()
    case 'rate-limit-plain':
      return text(429, 'Too many requests')
    case 'server-error':
      return text(500, 'Internal server error')
    case 'forbidden':
      return text(403, 'Request method filtered')
    case 'hang':
      return 'hang'
    case 'reset':
      return 'reset'
    case 'reset-after':
      await answer()
      return 'reset'
    case 'timeout-after':
      await answer()
      return text(504, 'Gateway timeout')
    case 'delay':
      await sleep(rule.delayMs ?? 1_000)
      return answer()
    case 'malformed': {
      const reply = await answer()
      return typeof reply === 'string'
        ? reply
        : { ...reply, body: reply.body.slice(0, Math.max(1, reply.body.length / 2)) }
    }
  }
}

export function sleep(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
}
