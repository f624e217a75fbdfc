import type { Address } from 'viem'
import type { SharedEnds } from '../../chain/similarity.js'
import { shortPrefix, shortSuffix, shownPrefix, shownSuffix } from './thresholds.js'

/** Characters that the fonts of wallets make easy to take for others, each with those, itself first. Our own choice, by eye. */
const taken: Readonly<Record<string, string>> = {
  '0': '08',
  '1': '17',
  '6': '6b',
  '7': '71',
  '8': '80b',
  b: 'b68',
  c: 'ce',
  e: 'ec',
}

/** Chance that two random characters are the same or taken for each other, 3.3 bits: 18 pairs of the above and 8 others. */
const chanceOfOne = 26 / 256

/**
 * What two addresses in lower case have in common at their ends for a reader who takes confusable characters for each other.
 */
export function confusableEnds(a: string, b: string): SharedEnds {
  const isTaken = (at: number) => readAs(a.charAt(at)).includes(b.charAt(at))
  let prefix = 0
  while (prefix < 40 && isTaken(2 + prefix)) prefix++
  let suffix = 0
  while (suffix < 40 && isTaken(41 - suffix)) suffix++
  return { prefix, suffix }
}

/**
 * An address in lower case with the ends that the shortest abbreviations show, in all spellings that are taken for each other: 18
 * on average, at most 729.
 */
export function spellingsOf(address: string): Address[] {
  const start = 2 + shortPrefix
  const fronts = spell([''], address.slice(2, start))
  const backs = spell([''], address.slice(-shortSuffix))
  return fronts.flatMap((front) =>
    backs.map((back): Address => `0x${front}${address.slice(start, -shortSuffix)}${back}`),
  )
}

/**
 * Chance that two random addresses agree so in so many characters, with at least the shown ends among them: the exact sum over all
 * splits.
 */
export function chanceConfused(characters: number): number {
  return chanceOfOne ** characters * (1 + (1 - chanceOfOne) * (characters - shownPrefix - shownSuffix))
}

function spell(starts: readonly string[], text: string): readonly string[] {
  return [...text].reduce(
    (found, one) => found.flatMap((start) => [...readAs(one)].map((next) => start + next)),
    starts,
  )
}

function readAs(character: string): string {
  return taken[character] ?? character
}
