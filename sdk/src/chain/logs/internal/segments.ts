type Range = { from: number; to: number }

/** Most parts of one cut: the first answers will tell whether to cut further. */
const maxParts = 16

/** Cuts a range into parts of at most `width` blocks; into 16 equal ones where that were more. */
export function cut({ from, to }: Range, width: number): Range[] {
  const blocks = to - from + 1
  const part = Math.max(1, Math.floor(width), Math.ceil(blocks / maxParts))
  const parts: Range[] = []
  for (let start = from; start <= to; start += part) parts.push({ from: start, to: Math.min(to, start + part - 1) })
  return parts
}

/** Cuts a range of at least two blocks in the middle. */
export function halve(range: Range): Range[] {
  return cut(range, Math.ceil((range.to - range.from + 1) / 2))
}
