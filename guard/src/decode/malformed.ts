import type { Decoded, Unreadable } from './types.js'

/** What is decoded of something that cannot be read at all. */
export function malformed(message: string, reason: Unreadable['reason'] = 'malformed'): Decoded {
  return { movements: [], notes: [], refusal: { reason, message, path: [] } }
}
