import type { SharedEnds } from '../../chain/similarity.js'

/** Characters that the fonts of wallets make easy to take for each other. */
const pairs = ['6b', '8b', 'ce', '08', '17'] as const

const digits = '0123456789abcdef'

/** Each character with all that it is taken for, itself first. */
const taken: Readonly<Record<string, string>> = /* @__PURE__ */ Object.fromEntries(
  [...digits].map((one) => [
    one,
    one + pairs.flatMap((pair) => (pair.includes(one) ? pair.replace(one, '') : [])).join(''),
  ]),
)

/** Characters looked up at the start and at the end: what the shortest abbreviations show. */
const [front, back] = [2, 4]

/**
 * What two addresses in lower case have in common at their ends for a reader who takes confusable characters for each other.
 */
export function confusableEnds(a: string, b: string): SharedEnds {
  const isTaken = (at: number) => taken[a.charAt(at)]?.includes(b.charAt(at)) === true
  let prefix = 0
  while (prefix < 40 && isTaken(2 + prefix)) prefix++
  let suffix = 0
  while (suffix < 40 && isTaken(41 - suffix)) suffix++
  return { prefix, suffix }
}

/**
 * An address in lower case with its first two and last four characters in all spellings that are taken for each other: 18 on
 * average, at most 729.
 */
export function spellingsOf(address: string): string[] {
  const spell = (text: string) =>
    [...text].reduce<string[]>(
      (found, one) => found.flatMap((start) => [...(taken[one] ?? one)].map((next) => start + next)),
      [''],
    )
  const middle = address.slice(2 + front, -back)
  const backs = spell(address.slice(-back))
  return spell(address.slice(2, 2 + front)).flatMap((start) => backs.map((end) => `0x${start}${middle}${end}`))
}

/** Chance that two random characters are the same or taken for each other: 26 of 256, which is 3.3 bits. */
const chanceOfOne = /* @__PURE__ */ Object.values(taken).join('').length / digits.length ** 2

/** Characters at the shown ends that agree at least. */
const shown = 7

/**
 * Chance that two random addresses agree so in so many characters, three of them in front and four behind at least: the exact sum
 * over all splits.
 */
export function chanceConfused(characters: number): number {
  return chanceOfOne ** characters * (1 + (1 - chanceOfOne) * (characters - shown))
}
