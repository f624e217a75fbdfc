import type { Decoded, Unreadable } from './types.js'

/** The result for input that cannot be decoded: no movement, and a refusal. */
export function malformed(message: string, reason: Unreadable['reason'] = 'malformed'): Decoded {
  return { movements: [], notes: [], refusal: { reason, message, path: [] } }
}
