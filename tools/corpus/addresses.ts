import type { Address } from 'viem'
import type { Stream } from './stream.js'
import { type Distribution, MATCH_COLUMN, MATCH_TABLE } from './tables.js'

/** Equal characters at the start (p) and at the end (s) of two addresses, letter case ignored. */
export function countMatches(a: Address, b: Address): { p: number; s: number } {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  let p = 0
  while (p < 40 && x[2 + p] === y[2 + p]) p++
  let s = 0
  while (s < 40 && x[41 - s] === y[41 - s]) s++
  return { p, s }
}

/** An address that shares exactly p leading and s trailing characters with another one. */
export function makeLookalike(stream: Stream, genuine: Address, p: number, s: number): Address {
  const original = genuine.slice(2).toLowerCase()
  const digits = [...stream.hex(40)]
  for (let at = 0; at < p; at++) digits[at] = original[at] ?? '0'
  for (let at = 40 - s; at < 40; at++) digits[at] = original[at] ?? '0'
  differ(digits, original, p, stream)
  if (39 - s !== p) differ(digits, original, 39 - s, stream)
  return `0x${digits.join('')}`
}

/** Four and four characters are equal but for one of them. */
export function makeFlawedLookalike(stream: Stream, genuine: Address): Address {
  const original = genuine.slice(2).toLowerCase()
  const digits = [...original.slice(0, 4), ...stream.hex(32), ...original.slice(36)]
  const at = stream.pick([0, 1, 2, 3, 36, 37, 38, 39])
  digits[at] = ((Number.parseInt(original[at] ?? '0', 16) + 1 + stream.below(15)) % 16).toString(16)
  return `0x${digits.join('')}`
}

/** How many characters match, drawn as they were measured. */
export function drawMatch(stream: Stream, distribution: Distribution): { p: number; s: number } {
  const column = MATCH_COLUMN[distribution]
  const [p, s] = MATCH_TABLE[stream.weighted(MATCH_TABLE.map((row) => row[column]))] ?? [4, 4]
  return { p, s }
}

/** An address that starts with so many zeros. */
export function makeLeadingZeros(stream: Stream, zeros: number): Address {
  return `0x${'0'.repeat(zeros)}${(1 + stream.below(15)).toString(16)}${stream.hex(39 - zeros)}`
}

/** An address that begins with 00, or with a run of three equal characters among its first six. */
export function makeVanity(stream: Stream): Address {
  if (stream.chance(0.5)) return makeLeadingZeros(stream, 2)
  const digits = [...stream.hex(40)]
  const at = stream.below(4)
  digits.fill(digits[at] ?? '7', at, at + 3)
  return `0x${digits.join('')}`
}

/** Characters that are taken for each other in the fonts of wallets. */
const confusables: Readonly<Record<string, string>> = {
  '6': 'b',
  b: '6',
  '8': 'b',
  c: 'e',
  e: 'c',
  '0': '8',
  '1': '7',
  '7': '1',
}

/** An address with the same four and four characters, but that one or two of them are exchanged for confusable ones. */
export function makeConfusable(stream: Stream, genuine: Address): Address {
  const original = [...genuine.slice(2).toLowerCase()]
  const digits = [...original.slice(0, 4), ...stream.hex(32), ...original.slice(36)]
  const open = [0, 1, 2, 3, 36, 37, 38, 39].filter((at) => confusables[digits[at] ?? ''])
  for (let more = Math.min(open.length, 1 + stream.below(2)); more > 0; more--) {
    const at = open.splice(stream.below(open.length), 1)[0] ?? 0
    digits[at] = confusables[digits[at] ?? ''] ?? '0'
  }
  return `0x${digits.join('')}`
}

/** Addresses of one factory: a short name, zeros up to `prefix` characters, the rest random, the same four at the end. */
export function makeFamily(stream: Stream, members: number, prefix: number): Address[] {
  const head = stream.hex(2).padEnd(prefix, '0')
  const tail = stream.hex(4)
  return Array.from({ length: members }, (_, index) => {
    // Neighbours differ right after the prefix, so that it is exactly as long as asked.
    const next = ((index + 1) % 16).toString(16)
    return `0x${head}${next}${stream.hex(35 - prefix)}${tail}` as Address
  })
}

/** Puts a character that differs from the original one. */
function differ(digits: string[], original: string, at: number, stream: Stream): void {
  if (digits[at] !== original[at]) return
  digits[at] = (Number.parseInt(original[at] ?? '0', 16) ^ (1 + stream.below(15))).toString(16)
}
