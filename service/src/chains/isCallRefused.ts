/**
 * Whether a node has run a call, or estimated it, and reports that it reverts: error 3 of current nodes, or another
 * code with the message of older ones. A node that did not answer has not judged the call.
 *
 * Whether a mined transaction reverted only its receipt shows.
 */
export function isCallRefused(error: unknown): boolean {
  for (let cause = error, depth = 0; depth < 16 && typeof cause === 'object' && cause !== null; depth++) {
    // An object; its fields are not trusted.
    const { code, details, message } = cause as { code?: unknown; details?: unknown; message?: unknown }
    if (code === 3) return true
    if (typeof code === 'number' && /revert/i.test(`${details} ${message}`)) return true
    // As above.
    cause = (cause as { cause?: unknown }).cause
  }
  return false
}
