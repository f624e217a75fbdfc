/** What one endpoint has shown of its limits. Shrinks on refusals, recovers with success, outlives the single read. */
export type EndpointLimits = {
  /** Widest query to send, in blocks. */
  width: number
  /** Widest query that was answered since the last refusal was believed. */
  served: number
  /** Narrowest query that was refused for its width. */
  refused: number
  /** The width the endpoint itself named. */
  named: number
  /** Answers at full width in a row. */
  streak: number
  /** Refusals in a row that contradict an earlier answer. */
  contradictions: number
  /** Requests in flight that went well last time; undefined before the first read. */
  parallel: number | undefined
}

const known = new WeakMap<object, EndpointLimits>()

/** The limits of the endpoint behind a client: `client.extend(…)` makes new clients over the same transport. */
export function limitsOf(client: { transport: object }): EndpointLimits {
  const found = known.get(client.transport)
  if (found) return found
  const limits = newLimits()
  known.set(client.transport, limits)
  return limits
}

export function newLimits(): EndpointLimits {
  return {
    width: Number.POSITIVE_INFINITY,
    served: 0,
    refused: Number.POSITIVE_INFINITY,
    named: Number.POSITIVE_INFINITY,
    streak: 0,
    contradictions: 0,
    parallel: undefined,
  }
}

/** Full-width answers before a wider query is tried, and before an old refusal is forgotten. */
const growAfter = 24
const forgetAfter = 512

/**
 * The width of the next query: usually the known one, now and then a single wider one, to find out whether the endpoint
 * has become more generous or a refusal was a whim.
 */
export function nextWidth(limits: EndpointLimits): number {
  const { width, named } = limits
  if (limits.streak < growAfter || width >= named) return width
  if (limits.streak >= forgetAfter) limits.refused = Number.POSITIVE_INFINITY
  const wider = limits.refused === Number.POSITIVE_INFINITY ? width * 2 : Math.floor((width + limits.refused) / 2)
  if (wider - width < width / 8) return width
  limits.streak = 0
  return Math.min(wider, named)
}

/** Books an answer. */
export function noteServed(limits: EndpointLimits, width: number): void {
  limits.served = Math.max(limits.served, width)
  limits.contradictions = 0
  if (width < limits.width) return
  limits.width = Math.min(limits.width === Number.POSITIVE_INFINITY ? limits.width : width, limits.named)
  limits.streak++
}

/**
 * Books a refusal for width.
 *
 * @param most - The width the endpoint names; believed only when the refused query was wider.
 * @returns Whether it is believed, so that `limits.width` is now smaller than the refused width. Endpoints also refuse
 *   queries they answered a moment ago: such a query is to be repeated as it is.
 */
export function noteTooWide(limits: EndpointLimits, width: number, most: number | undefined): boolean {
  // Sent before an earlier refusal was booked, or a try with more than the known width.
  if (width > limits.width && (most === undefined || most >= limits.width)) {
    limits.refused = Math.min(limits.refused, width)
    return true
  }
  if (most !== undefined && most < width) {
    limits.named = most
    limits.width = most
    limits.served = Math.min(limits.served, most)
    limits.streak = 0
    return true
  }
  if (width <= limits.served && ++limits.contradictions < 4) return false
  if (width <= 1) return false
  limits.refused = Math.min(limits.refused, width)
  limits.width = Math.floor(width / 2)
  limits.served = Math.min(limits.served, limits.width)
  limits.contradictions = 0
  limits.streak = 0
  return true
}
