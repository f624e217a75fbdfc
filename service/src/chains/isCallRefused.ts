/**
 * Whether a node has run a call, or estimated it, and says that it reverts: error 3, as current nodes have it, or another
 * code with the words of older ones. A node that did not answer has judged nothing.
 *
 * Of a mined transaction only the receipt says whether it reverted.
 */
export function isCallRefused(error: unknown): boolean {
  for (let cause = error, depth = 0; depth < 16 && typeof cause === 'object' && cause !== null; depth++) {
    // An object, of which nothing else is assumed.
    const { code, details, message } = cause as { code?: unknown; details?: unknown; message?: unknown }
    if (code === 3) return true
    if (typeof code === 'number' && /revert/i.test(`${details} ${message}`)) return true
    // As above.
    cause = (cause as { cause?: unknown }).cause
  }
  return false
}
