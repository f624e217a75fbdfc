/** The same JSON with one value deep inside replaced: at each level, in the entry of this place. */
export function replaceIn(value: unknown, [place, ...rest]: readonly number[], other: unknown): unknown {
  if (place === undefined || typeof value !== 'object' || value === null) return other
  const entries = Object.entries(value)
  if (entries.length === 0) return other
  const changed = entries.map(([name, inner], index) => [
    name,
    index === place % entries.length ? replaceIn(inner, rest, other) : inner,
  ])
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)
}
