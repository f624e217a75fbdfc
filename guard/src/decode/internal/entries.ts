import type { Entry } from './Entry.js'
import { erc20Entries } from './erc20.js'

/** Every function that the decoder knows, by selector. Made when the first call is decoded. */
export function knownEntries(): ReadonlyMap<string, Entry> {
  known ??= new Map([...erc20Entries()].map((entry) => [entry.selector, entry]))
  return known
}

let known: ReadonlyMap<string, Entry> | undefined
