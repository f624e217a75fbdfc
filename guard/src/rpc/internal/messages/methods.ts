import { inspectedMethods, isInspected } from '../../../judge/inspectRequest.js'

/** Methods that are judged, by how a lenient node would read them. */
const byFold: ReadonlyMap<string, string> = new Map(inspectedMethods().map((name) => [fold(name), name]))

/**
 * Whether a name could be read as a judged method, or as one that sends, by a node that is more lenient than the guard: it differs
 * by case, space or format characters.
 */
export function isDisguised(method: string): boolean {
  const folded = fold(method)
  const known = byFold.get(folded)
  if (known !== undefined) return method !== known
  const isPlain = /^[\w.:/-]+$/.test(method)
  return !isPlain && isInspected(folded)
}

/** A name as a lenient reader takes it. */
export function fold(name: string): string {
  // Nearly every name is one that the rest would change no further.
  if (/^[!-~]*$/.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
}
