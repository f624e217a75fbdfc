import type { CanonicalObject } from '../../audit/canonicalJson.js'
import type { ServedChain } from '../../chains/ServedChain.js'

/** What an audit row will say. */
export type Note = { -readonly [key in keyof CanonicalObject]: CanonicalObject[key] }

/** One request on its way. */
export type Turn = {
  chain: ServedChain
  note: Note
  /** Milliseconds to wait for something, at most those that are left of the whole. */
  left: (ms: number) => number
}

/** Counts down from the whole. */
export function budget(totalMs: number): Turn['left'] {
  const until = performance.now() + totalMs
  return (ms) => Math.max(1, Math.min(ms, until - performance.now()))
}
