import { type AddressWords, addressWords } from './addressWords.js'
import { WORDS } from './list.js'

/**
 * Reads four words as a person types them: in any case, separated by spaces, commas, points or hyphens. The first four letters
 * of a word suffice.
 *
 * @returns The words in full, or `undefined` where the text is not four words of the list.
 * @example
 * readWords('Abac, ABIDE abla-aboa') // ['abacus', 'abide', 'ablaze', 'aboard']
 */
export function readWords(text: string): AddressWords | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined
  const [first, second, third, fourth, ...rest] = text
    .split(/[\s,.-]+/)
    .filter(Boolean)
    .map(findWord)
  return first && second && third && fourth && rest.length === 0 ? [first, second, third, fourth] : undefined
}

/**
 * Whether a person typed the four words of this address.
 *
 * @param text - As in {@link readWords}.
 * @throws `InvalidAddressError`
 * @example
 * if (!isWordsOf(recipient, text)) throw new Error('These are the words of another address.')
 */
export function isWordsOf(address: Parameters<typeof addressWords>[0], text: string): boolean {
  return addressWords(address).join() === readWords(text)?.join()
}

/** Typed letters after the fourth must be those of the word. */
function findWord(typed: string): string | undefined {
  const letters = typed.toLowerCase()
  return letters.length < 4 ? undefined : WORDS.find((word) => word.startsWith(letters))
}
